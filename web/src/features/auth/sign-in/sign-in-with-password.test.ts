// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { signIn } from './sign-in-with-password.ts';

afterEach(() => vi.unstubAllGlobals());

const attempt = (answer: Response) => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => answer),
  );
  return signIn({ username: 'anna', password: 'Demo1234!' });
};

describe('a failed sign-in', () => {
  test.each([
    ['an empty body', new Response('', { status: 500, statusText: 'Internal Server Error' })],
    ['JSON without a sentence', Response.json({ code: 'odd' }, { status: 400 })],
    ['an empty sentence', Response.json({ message: '' }, { status: 400 })],
  ])('[A478] a failed sign-in with %s is "Login failed"', async (_what, answer) => {
    await expect(attempt(answer)).rejects.toThrow(/^Login failed$/);
  });

  test('a failed sign-in shows what the server says', async () => {
    const answer = Response.json({ message: 'Invalid username or password' }, { status: 401 });
    await expect(attempt(answer)).rejects.toThrow('Invalid username or password');
  });

  test('the sign-in of an unverified account leads to the verification', async () => {
    const answer = Response.json(
      { message: 'x', requiresVerification: true, user: { id: 7, email: 'a@b.c' } },
      { status: 403 },
    );
    expect(await attempt(answer)).toEqual({ status: 'verification', pending: { userId: 7, email: 'a@b.c' } });
  });
});
