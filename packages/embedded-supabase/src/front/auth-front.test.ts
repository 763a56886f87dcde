/** What the front of Auth asks the database and the hook before it forwards a request. */
import { expect, test, vi } from 'vitest';
import { createAuthFront } from './auth-front.ts';

/** A Kelvin sign: JavaScript folds it to k, and the database only in some locales. */
const TYPED = 'dha\u212Aa@Example.com';
const FOLDED = 'dhaka@example.com';
const DOORS = ['/signup', '/otp', '/magiclink', '/resend', '/token?grant_type=password'];

/** A front without accounts. */
function makeFront() {
  const sql = vi.fn((_text: string, _values?: readonly unknown[]) => Promise.resolve<never[]>([]));
  const beforeUserCreated = vi.fn((_event: { user: { email: string } }) => Promise.resolve({}));
  const front = createAuthFront({
    sql,
    requireEmailVerification: true,
    forward: () => Promise.resolve(Response.json({})),
    renew: () => Promise.resolve(Response.json({})),
    limits: null,
    signUp: { enable_signup: true, minimum_password_length: 6 },
    secretKey: 'secret',
    proxies: 0,
    hooks: { beforeUserCreated },
    jwtSecret: 'secret',
    siteUrl: 'http://localhost',
    onSession: () => Promise.resolve(),
    sendMail: () => Promise.resolve(),
  });
  const post = async (path: string, more: object = {}) => {
    const body = JSON.stringify({ email: TYPED, password: 'Long enough 1', type: 'signup', ...more });
    const answer = await front.request(path, { method: 'POST', body });
    expect(answer.status).toBe(200);
  };
  return { post, sql, beforeUserCreated };
}

test.each(DOORS)('an address is folded before the database compares it: %s', async (door) => {
  const { post, sql, beforeUserCreated } = makeFront();
  await post(door);
  const lookups = sql.mock.calls.filter(([text]) => text.includes('from auth.users'));
  expect(lookups).toEqual([[expect.not.stringContaining('lower('), [FOLDED]]]);
  for (const [{ user }] of beforeUserCreated.mock.calls) expect(user.email).toBe(FOLDED);
});

test('the hook is asked wherever the auth server makes a user, and not for a code of a known one', async () => {
  const asks = async (path: string, more: object) => {
    const { post, beforeUserCreated } = makeFront();
    await post(path, more);
    return beforeUserCreated.mock.calls.length === 1;
  };
  for (const path of ['/signup', '/otp', '/magiclink']) {
    for (const create_user of [undefined, true, null])
      expect([path, create_user, await asks(path, { create_user })]).toEqual([path, create_user, true]);
  }
  // Only this one reads it.
  expect(await asks('/magiclink', { create_user: false })).toBe(true);
  expect(await asks('/signup', { create_user: false })).toBe(true);
  expect(await asks('/otp', { create_user: false })).toBe(false);
});
