import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { DigestTimeField } from './digest-time-field.tsx';

vi.mock('./digest-time.ts', async (original) => ({
  ...(await original<object>()),
  browserZone: () => 'Asia/Ho_Chi_Minh',
}));

const open = (timeZone: string | null) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <DigestTimeField time={{ hour: 7, timeZone }} />
      </QueryClientProvider>
    </MantineProvider>,
  );

test('an hour in UTC is also shown in the time zone of the browser, which one press takes', () => {
  open(null);
  screen.getByText('In UTC: 02:00 PM in Asia/Ho Chi Minh');
  screen.getByRole('button', { name: 'Use Asia/Ho Chi Minh' });
});

test('an hour in the time zone of the browser offers no other one', () => {
  open('Asia/Ho_Chi_Minh');
  expect(screen.queryByRole('button')).toBeNull();
});
