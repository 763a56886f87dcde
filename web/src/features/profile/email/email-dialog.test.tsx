import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { EmailDialog } from './email-dialog.tsx';

/** The dialog while `new@example.com` awaits confirmation, and then with what the server says. */
function settle(email: string) {
  const dialog = (address: string, newEmail: string | null) => (
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <EmailDialog email={address} newEmail={newEmail} hasPassword opened onClose={vi.fn()} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
  const { rerender } = render(dialog('old@example.com', 'new@example.com'));
  rerender(dialog(email, null));
}

test('an address that is confirmed, by a link or with its answer lost, is told as changed', () => {
  settle('new@example.com');
  expect(screen.getByText('Your email address has been changed')).toBeTruthy();
  expect(screen.queryByText(/was ended/)).toBeNull();
});

test('a change that ended without its confirmation says so', () => {
  settle('old@example.com');
  expect(screen.getByText(/The change to new@example.com was ended.*old@example.com stays/)).toBeTruthy();
});
