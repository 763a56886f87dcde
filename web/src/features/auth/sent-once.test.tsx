import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/shared/backend/query-client.ts';
import { useRegister } from './register/use-register.ts';
import { useResetPassword } from './reset/reset-password.ts';
import { useResendVerification } from './verify/resend-verification.ts';
import { useVerifyEmail } from './verify/verify-email.ts';

afterEach(() => vi.unstubAllGlobals());

/** The message of a write whose answer is lost, and how often it was sent. */
async function loseAnswer<Input>(useHook: () => { mutateAsync: (input: Input) => Promise<unknown> }, input: Input) {
  const paths: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    paths.push(path);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const client = createQueryClient();
  client.setDefaultOptions({ mutations: { ...client.getDefaultOptions().mutations, retryDelay: 0 } });
  const { result } = renderHook(useHook, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const message = await act(() =>
    result.current.mutateAsync(input).then(
      () => 'done',
      (error: Error) => error.message,
    ),
  );
  return [message, ...paths];
}

test('what a request uses up is sent once, and its lost answer is told as a lost connection', async () => {
  const lost = 'No connection. What you typed is kept.';
  expect(await loseAnswer(useResetPassword, { token: 'a', password: 'New-pass-1' })).toEqual([
    lost,
    '/api/reset_password',
  ]);
  expect(await loseAnswer(useVerifyEmail, { email: 'anna@example.com', code: '123456' })).toEqual([
    lost,
    '/api/session/verify-email',
  ]);
  expect(await loseAnswer(useResendVerification, 'anna@example.com')).toEqual([lost, '/api/resend-verification']);
  expect(
    await loseAnswer(useRegister, { username: 'anna', email: 'anna@example.com', password: 'New-pass-1' }),
  ).toEqual([lost, '/api/session/register']);
});
