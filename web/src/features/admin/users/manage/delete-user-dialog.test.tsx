import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import type { User } from '../shown-user.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a user is deleted part by part, until the server answers that nothing is left', async () => {
  const answers = [false, false, true];
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_address: string | URL, init?: RequestInit) => {
    asked.push(JSON.parse(String(init?.body)));
    return Response.json(answers.shift());
  });
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <DeleteUserDialog user={{ id: 7, username: 'Bob' } as User} opened onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
  expect(confirm().disabled).toBe(true);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Bob' } });
  fireEvent.click(confirm());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked).toEqual(Array(3).fill({ user_id: 7, username: 'Bob' }));
});
