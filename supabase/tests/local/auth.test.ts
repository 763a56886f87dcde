/** Sign-up, verification and recovery with real mails, as hosted Supabase behaves. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeIn } from '../../local/mailbox-pages.ts';
import { startLocalSupabase, type LocalSupabase } from '../../local/server.ts';
import { clientOf, makeProject, PASSWORD } from './project.ts';

const project = makeProject();
let server: LocalSupabase;

beforeAll(async () => {
  server = await startLocalSupabase({ ...project, requireEmailVerification: true, quiet: true });
});
beforeEach(() => server.mails.clear());
afterAll(async () => {
  await server?.stop();
  project.remove();
});

const signUp = (email: string, data = {}) => clientOf(server).auth.signUp({ email, password: PASSWORD, options: { data } });
const signIn = (email: string, password = PASSWORD) => clientOf(server).auth.signInWithPassword({ email, password });
/** Lets the pause between two mails pass. */
const letPassPause = (email: string) =>
  server.sql(
    `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '1 minute',
      recovery_sent_at = recovery_sent_at - interval '1 minute' where email = $1`,
    [email],
  );

async function codeFor(email: string): Promise<string> {
  const code = codeIn(await server.mails.waitFor(email));
  if (code === undefined) throw new Error('The mail has no code');
  return code;
}

test('the mail has a code and a link to the page; the code signs in', async () => {
  const { data } = await signUp('new@example.com');
  expect(data.session).toBeNull();
  const mail = await server.mails.waitFor('new@example.com');
  const code = codeIn(mail);
  expect(code).toMatch(/^\d{6}$/);
  expect(mail.html).toContain(code);
  expect(mail.html).toContain(`${server.webUrl}/verify-email?token=`);
  expect(mail.html).not.toContain('{{');

  const client = clientOf(server);
  const wrong = code === '000000' ? '111111' : '000000';
  expect((await client.auth.verifyOtp({ email: 'new@example.com', token: wrong, type: 'signup' })).error?.code).toBe(
    'otp_expired',
  );
  const { data: verified } = await client.auth.verifyOtp({ email: 'new@example.com', token: code ?? '', type: 'signup' });
  expect(verified.user?.email).toBe('new@example.com');
  expect((await signIn('new@example.com')).error).toBeNull();
});

test('the link of the mail verifies too, on the page and through the auth path of the web port', async () => {
  await signUp('link@example.com');
  const [, token = ''] = /token=([0-9a-f]+)/.exec((await server.mails.waitFor('link@example.com')).html) ?? [];
  expect((await clientOf(server).auth.verifyOtp({ token_hash: token, type: 'signup' })).data.user?.email).toBe(
    'link@example.com',
  );

  await signUp('path@example.com');
  const [, other = ''] = /token=([0-9a-f]+)/.exec((await server.mails.waitFor('path@example.com')).html) ?? [];
  const answer = await fetch(`${server.webUrl}/auth/v1/verify?token=${other}&type=signup&redirect_to=https://evil.example`, {
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toMatch(new RegExp(`^${server.webUrl}#access_token=`));
});

test('what a mail brings is good for an hour at Auth', async () => {
  await signUp('slow@example.com');
  const token = await codeFor('slow@example.com');
  await server.sql(
    `update auth.users set confirmation_sent_at = now() - interval '3601 seconds' where email = 'slow@example.com'`,
  );
  const { error } = await clientOf(server).auth.verifyOtp({ email: 'slow@example.com', token, type: 'signup' });
  expect(error?.code).toBe('otp_expired');
});

test('a code is sent again after a minute, not before, and replaces the first', async () => {
  await signUp('again@example.com');
  const first = await codeFor('again@example.com');
  const resend = () => clientOf(server).auth.resend({ type: 'signup', email: 'again@example.com' });
  const early = await resend();
  expect([early.error?.status, early.error?.code]).toEqual([429, 'over_email_send_rate_limit']);

  await letPassPause('again@example.com');
  server.mails.clear();
  expect((await resend()).error).toBeNull();
  const second = await codeFor('again@example.com');
  const verify = (token: string) => clientOf(server).auth.verifyOtp({ email: 'again@example.com', token, type: 'signup' });
  if (second !== first) expect((await verify(first)).error?.code).toBe('otp_expired');
  expect((await verify(second)).error).toBeNull();
  server.mails.clear();
  expect((await resend()).error).toBeNull();
  expect(server.mails.list()).toEqual([]);
});

test('registering a known address tells nothing', async () => {
  await signUp('known@example.com');
  const early = await signUp('known@example.com');
  expect(early.error?.status).toBe(429);
  await letPassPause('known@example.com');
  server.mails.clear();
  const repeated = await signUp('KNOWN@example.com');
  expect(repeated.error).toBeNull();
  const token = await codeFor('known@example.com');
  await clientOf(server).auth.verifyOtp({ email: 'known@example.com', token, type: 'signup' });

  const confirmed = await signUp('known@example.com');
  expect(confirmed.error).toBeNull();
  expect(confirmed.data.user?.identities).toEqual([]);
  expect(confirmed.data.session).toBeNull();
});

test('only the right password tells that an address is not verified yet', async () => {
  await signUp('waiting@example.com');
  expect((await signIn('waiting@example.com')).error?.code).toBe('email_not_confirmed');
  expect((await signIn('waiting@example.com', 'wrong-password')).error?.code).toBe('invalid_credentials');
  expect((await signIn('nobody@example.com')).error?.code).toBe('invalid_credentials');
});

test('a refusing trigger answers in the shape of hosted Supabase and leaves no user', async () => {
  const answer = await fetch(`${server.supabaseUrl}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'refused@example.com', password: PASSWORD, data: { username: 'taken' } }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { code: 500, error_code: 'unexpected_failure', msg: 'Database error saving new user' },
  ]);
  expect(await server.sql(`select 1 from auth.users where email = 'refused@example.com'`)).toEqual([]);
});

test('a forgotten password: a mail a minute, one use, the old one ends', async () => {
  await signUp('forgot@example.com');
  await clientOf(server).auth.verifyOtp({
    email: 'forgot@example.com',
    token: await codeFor('forgot@example.com'),
    type: 'signup',
  });
  server.mails.clear();
  const client = clientOf(server);
  expect((await client.auth.resetPasswordForEmail('forgot@example.com')).error).toBeNull();
  expect((await client.auth.resetPasswordForEmail('forgot@example.com')).error?.status).toBe(429);
  expect((await client.auth.resetPasswordForEmail('nobody@example.com')).error).toBeNull();
  const mail = await server.mails.waitFor('forgot@example.com');
  const [, token = ''] = /\/reset-password\?token=([0-9a-f]+)/.exec(mail.html) ?? [];
  expect((await client.auth.verifyOtp({ token_hash: token, type: 'recovery' })).error).toBeNull();
  expect((await client.auth.updateUser({ password: 'Another-1' })).error).toBeNull();
  expect((await clientOf(server).auth.verifyOtp({ token_hash: token, type: 'recovery' })).error?.code).toBe('otp_expired');
  expect((await signIn('forgot@example.com')).error?.code).toBe('invalid_credentials');
  expect((await signIn('forgot@example.com', 'Another-1')).error).toBeNull();
});

test('a new address counts once it is confirmed from there', async () => {
  await signUp('old@example.com');
  const client = clientOf(server);
  await client.auth.verifyOtp({ email: 'old@example.com', token: await codeFor('old@example.com'), type: 'signup' });
  await client.auth.updateUser({ email: 'fresh@example.com' });
  expect((await signIn('old@example.com')).error).toBeNull();
  const mail = await server.mails.waitFor('fresh@example.com');
  expect(mail.html).toContain('&amp;type=email_change');
  await client.auth.verifyOtp({ email: 'fresh@example.com', token: codeIn(mail) ?? '', type: 'email_change' });
  expect((await signIn('fresh@example.com')).error).toBeNull();
  expect((await signIn('old@example.com')).error?.code).toBe('invalid_credentials');
});

test('signing out everywhere ends every session', async () => {
  await signUp('leaver@example.com');
  const here = clientOf(server);
  await here.auth.verifyOtp({ email: 'leaver@example.com', token: await codeFor('leaver@example.com'), type: 'signup' });
  const elsewhere = await signIn('leaver@example.com');
  await here.auth.signOut({ scope: 'global' });
  const refreshed = await clientOf(server).auth.refreshSession({ refresh_token: elsewhere.data.session?.refresh_token ?? '' });
  expect(refreshed.error?.code).toBe('refresh_token_not_found');
});

test('a provider that is not configured is refused, and the settings say so before', async () => {
  const answer = await fetch(`${server.supabaseUrl}/auth/v1/authorize?provider=google`, { redirect: 'manual' });
  expect(answer.status).toBe(400);
  const settings = await fetch(`${server.supabaseUrl}/auth/v1/settings`, { headers: { apikey: server.publishableKey } });
  expect((await settings.json()).external).toMatchObject({ google: false, github: false, email: true });
});
