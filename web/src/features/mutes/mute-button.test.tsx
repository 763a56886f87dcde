import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { mutesQueryOptions } from './list-mutes.ts';
import { MuteButton } from './mute-button.tsx';

test.each([
  ['a muted conversation', [{ quoteId: 5, postId: null, title: 'Steel' }], 'Unmute'],
  ['another conversation', [], 'Mute'],
])('the sign of %s has a name and no drawn text', (_conversation, mutes, name) => {
  const client = createQueryClient();
  client.setQueryData(mutesQueryOptions.queryKey, mutes);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <MuteButton of={{ quoteId: 5 }} isSign />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const button = screen.getByRole('button', { name });
  expect(button.textContent).toBe('');
  expect(button.querySelector('svg')?.classList.contains('tabler-icon-bell-off')).toBe(name === 'Unmute');
});
