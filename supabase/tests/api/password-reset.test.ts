/** Setting a new password with the link of the mail. */
import { expect } from 'vitest';
import { test } from '../support/embedded/test.ts';
import { PASSWORD } from '../support/world.ts';
import { ApiClient, signedIn } from './api-client.ts';

const NEW_PASSWORD = 'Another1!';
const REFUSED = { message: 'This reset link is invalid or has expired', code: 'link_refused' };

let token: string;

test.beforeEach(async ({ world, anna }) => {
  await new ApiClient().post('/api/forgot_password', { email: anna.email });
  token = /reset-password\?token=([0-9a-f]+)/.exec((await world.mailTo(anna.email, /reset/i)).html)?.[1] ?? '';
});

const reset = (change: object = {}) =>
  new ApiClient().post('/api/reset_password', { token, password: NEW_PASSWORD, ...change });
const isValid = async () => (await new ApiClient().post('/api/reset_password/check', { token })).body;
const logIn = async (password: string) =>
  (await new ApiClient().post('/api/login', { username: 'anna', password })).status;

test('[A585,A595] the new password counts, the old one and every session end, and a mail says so', async ({
  world,
  anna,
}) => {
  const elsewhere = await signedIn(anna);
  expect([await isValid(), await isValid()]).toEqual([{ isValid: true }, { isValid: true }]);
  const answer = await reset({ confirmPassword: NEW_PASSWORD });
  expect([answer.status, answer.body, answer.setCookies]).toEqual([
    200,
    { message: 'Your password has been reset. You can now sign in.' },
    [],
  ]);
  expect([await logIn(PASSWORD), await logIn(NEW_PASSWORD)]).toEqual([401, 200]);
  expect(await elsewhere.get('/api/user')).toAnswer(401);
  expect((await anna.client.auth.refreshSession({ refresh_token: anna.refreshToken })).error).not.toBeNull();
  expect(await world.sql('select template, recipient, data from private.mail_outbox order by id')).toEqual([
    // What the mail carried is nowhere: it was made when the mail left.
    { template: 'reset_password', recipient: anna.email, data: {} },
    { template: 'password_changed', recipient: anna.email, data: {} },
  ]);
});

test('passwords that are changed again and again are one mail in ten minutes', async ({ world, anna }) => {
  await world.sql('delete from private.mail_outbox');
  for (const password of ['one', 'two', 'three'])
    await world.sql('update auth.users set encrypted_password = $2 where id = $1', [anna.authId, password]);
  expect(await world.sql('select template from private.mail_outbox')).toEqual([{ template: 'password_changed' }]);
});

test('[A585] a link works once', async () => {
  expect(await reset()).toAnswer(200);
  expect(await isValid()).toEqual({ isValid: false });
  expect(await reset({ password: 'Third123!' })).toMatchObject({ status: 400, body: REFUSED });
  expect(await logIn(NEW_PASSWORD)).toBe(200);
});

test('[A585] a link lives 60 minutes', async ({ world }) => {
  const sentAgo = (minutes: number) =>
    world.sql('update private.mail_proofs set sent_at = now() - make_interval(mins => $1::int) returning 1', [minutes]);
  await sentAgo(60);
  expect(await isValid()).toEqual({ isValid: false });
  expect(await reset()).toMatchObject({ status: 400, body: REFUSED });
  expect(await logIn(PASSWORD)).toBe(200);
  await sentAgo(59);
  expect(await reset()).toAnswer(200);
});

test('[A585] a made-up link is refused; that of a verification is another one', async () => {
  for (const other of ['x', token.toUpperCase(), `${token} `])
    expect(await reset({ token: other })).toMatchObject({ status: 400, body: REFUSED });
  expect(await new ApiClient().post('/api/session/verify-email', { token })).toAnswer(400);
  expect(await new ApiClient().post('/api/session/confirm-email', { token })).toAnswer(400);
  expect(await isValid()).toEqual({ isValid: true });
});

test.each([
  ['short', 'Password must be at least 8 characters', {}],
  ['another1!', 'Password must contain at least 1 uppercase letter', {}],
  [NEW_PASSWORD, "Passwords don't match", { confirmPassword: 'Other123!' }],
])('"%s" is refused with "%s", and the link stays good', async (password, message, change) => {
  expect(await reset({ password, ...change })).toMatchObject({ status: 400, body: { message } });
  expect(await isValid()).toEqual({ isValid: true });
});

test('the old password as the new one is taken: the link is used, and the sessions end', async ({ anna }) => {
  const elsewhere = await signedIn(anna);
  expect(await reset({ password: PASSWORD })).toAnswer(200);
  expect(await logIn(PASSWORD)).toBe(200);
  expect(await elsewhere.get('/api/user')).toAnswer(401);
});
