import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import { LoginForm } from './login-form.tsx';

const signIn = vi.hoisted(() => vi.fn<() => Promise<never>>());
vi.mock('./use-sign-in.ts', async () => {
  const { useMutation } = await import('@tanstack/react-query');
  return { useSignIn: () => useMutation({ mutationFn: signIn, retry: false }) };
});

test.each([
  [401, 'Invalid username or password', 'Invalid username or password. Please try again.'],
  [400, 'Login failed', 'Invalid username or password. Please try again.'],
  [403, 'Calls from other sites are not allowed', 'Calls from other sites are not allowed'],
  [429, 'Too many attempts', 'Too many attempts'],
  [503, 'The server is starting', 'The server is starting'],
])('a sign-in refused with %i "%s" shows "%s"', async (status, message, shown) => {
  signIn.mockRejectedValue(toAppError({ message }, status));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <LoginForm onForgotPassword={vi.fn()} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText('Username or Email'), { target: { value: 'anna' } });
  fireEvent.change(screen.getByLabelText('Password', { selector: 'input' }), { target: { value: 'Demo1234!' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toBe(shown);
});
