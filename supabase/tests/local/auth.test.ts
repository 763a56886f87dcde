/** Sign-up, verification and recovery at the doors of Auth, as hosted Supabase behaves; the mails come from the queue. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeIn, createMailboxPages } from 'embedded-supabase/mailbox-pages';
import { Mailbox } from 'embedded-supabase/mailbox';
import { clientOf, PASSWORD } from 'embedded-supabase/small-project';
import { startLocalSupabase, type LocalSupabase } from '../../local/server.ts';
import { AUTH_PATHS } from '../support/auth-paths.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'local-auth-'));
let server: LocalSupabase;

beforeAll(async () => {
  const quietly = { requireEmailVerification: true, cron: false, quiet: true };
  // All tests together ask Auth for more than an address may within five minutes.
  server = await startLocalSupabase({ dataDir, ...quietly, addressLimits: false });
});
beforeEach(() => server.mails.clear());
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const signUp = (email: string, data: object = { username: email.split('@')[0], termsVersion: '2026-11-20' }) =>
  clientOf(server).auth.signUp({ email, password: PASSWORD, options: { data } });
const signIn = (email: string, password = PASSWORD) => clientOf(server).auth.signInWithPassword({ email, password });
/** Lets the pause between two mails pass. */
const letPassPause = (email: string) =>
  server.sql(
    `update private.mail_proofs set asked_at = asked_at - interval '1 minute' where address = $1 returning 1`,
    [email],
  );
const confirm = (email: string) =>
  server.sql(
    'update auth.users set email_confirmed_at = now(), confirmation_token = null, confirmation_sent_at = now() where email = $1 returning 1',
    [email],
  );
const callApi = async (path: string, body: object, headers: object = {}) => {
  const answer = await fetch(`${server.webUrl}/api/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
};

test('the mail has a code and a link to the page; the code signs in', async () => {
  const { data } = await signUp('newone@example.com');
  expect(data.session).toBeNull();
  const mail = await server.mails.waitFor('newone@example.com');
  const code = codeIn(mail) ?? '';
  expect(code).toMatch(/^\d{6}$/);
  for (const part of [mail.text, mail.html]) {
    expect(part).toContain(code);
    expect(part).toMatch(new RegExp(`${server.webUrl}/verify-email\\?token=[0-9a-f]{64}\\b`));
    expect(part).not.toContain('{{');
  }
  expect(mail.subject).toBe('Your Marketplace Platform verification code');
  expect((await callApi('session/verify-email', { email: 'newone@example.com', code })).text).toContain('access_token');
  expect((await signIn('newone@example.com')).error).toBeNull();
});

test('a code is sent again after a minute, not before, and replaces the first', async () => {
  await signUp('again@example.com');
  const first = codeIn(await server.mails.waitFor('again@example.com'));
  const resend = () => clientOf(server).auth.resend({ type: 'signup', email: 'again@example.com' });
  server.mails.clear();
  expect((await resend()).error).toBeNull();
  expect(server.mails.list()).toEqual([]);

  await letPassPause('again@example.com');
  expect((await resend()).error).toBeNull();
  const second = codeIn(await server.mails.waitFor('again@example.com'));
  const verify = (code = '') => callApi('verify-email', { email: 'again@example.com', code });
  if (second !== first) expect(await verify(first)).toAnswer(400);
  expect(await verify(second)).toAnswer(200);
  await letPassPause('again@example.com');
  server.mails.clear();
  expect((await resend()).error).toBeNull();
  expect(server.mails.list()).toEqual([]);
});

test('registering a known address tells nothing', async () => {
  await signUp('known@example.com');
  await letPassPause('known@example.com');
  server.mails.clear();
  const repeated = await signUp('KNOWN@example.com');
  expect(repeated.error).toBeNull();
  await server.mails.waitFor('known@example.com');
  await confirm('known@example.com');

  const confirmed = await signUp('known@example.com');
  expect(confirmed.error).toBeNull();
  expect(confirmed.data.user?.identities).toEqual([]);
  expect(confirmed.data.session).toBeNull();
});

test('a password that nobody can have is refused alike for a known and an unknown address', async () => {
  await signUp('member@example.com');
  // As a function that calls for an address, whose limits no other test uses.
  const headers = {
    apikey: server.secretKey,
    'sb-forwarded-for': '203.0.113.51',
    'content-type': 'application/json',
  };
  const passwords = [1, true, null, {}, ['Long enough 1'], undefined, '', 'x', 'x'.repeat(73)];
  for (const path of ['signup', 'token?grant_type=password']) {
    for (const password of passwords) {
      const answerTo = async (email: string) => {
        const answer = await fetch(`${server.supabaseUrl}/auth/v1/${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ email, password, data: { username: 'somebody', termsVersion: '2026-11-20' } }),
        });
        return [path, password, answer.status, await answer.json()];
      };
      const answer = await answerTo('member@example.com');
      expect(answer).toEqual(await answerTo('stranger@example.com'));
      expect([400, 422]).toContain(answer[2]);
    }
  }
});

test('only the right password tells that an address is not verified yet', async () => {
  await signUp('waiting@example.com');
  expect((await signIn('waiting@example.com')).error?.code).toBe('email_not_confirmed');
  expect((await signIn('waiting@example.com', 'wrong-password')).error?.code).toBe('invalid_credentials');
  expect((await signIn('nobody@example.com')).error?.code).toBe('invalid_credentials');
});

test('every door of Auth refuses a new user with a status below 500 and a code, and makes none', async () => {
  await signUp('taken@example.com');
  expect(AUTH_PATHS).toEqual(expect.arrayContaining(['/signup', '/otp', '/magiclink', '/token', '/callback']));
  const taken = { username: 'taken', termsVersion: '2026-11-20' };
  for (const { data, create_user } of [
    { data: {}, create_user: true },
    { data: taken, create_user: true },
    { data: taken, create_user: false },
  ]) {
    for (const path of AUTH_PATHS) {
      const answer = await fetch(`${server.supabaseUrl}/auth/v1${path}`, {
        method: 'POST',
        headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'refused@example.com', password: PASSWORD, data, create_user }),
      });
      const text = await answer.text();
      expect([answer.status, text], path).toEqual([expect.toSatisfy((status: number) => status < 500), text]);
      // Without a new user, a code is for those who exist, and the answer the same for all.
      const isRegistration = ['/signup', '/magiclink'].includes(path) || (path === '/otp' && create_user);
      if (isRegistration) {
        expect(JSON.parse(text), path).toMatchObject({ code: answer.status, error_code: 'unknown' });
        expect([400, 409], path).toContain(answer.status);
      }
    }
  }
  expect(await server.sql(`select 1 from auth.users where email = 'refused@example.com'`)).toEqual([]);
  // Refused registrations count, and the other tests register from the same address.
  await server.sql(`delete from private.rate_limit_uses where action = 'register' returning 1`);
});

test('a forgotten password: a mail a minute, the same answer for every address', async () => {
  await signUp('forgot@example.com');
  await confirm('forgot@example.com');
  server.mails.clear();
  const client = clientOf(server);
  for (const email of ['forgot@example.com', 'forgot@example.com', 'nobody@example.com']) {
    expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
  }
  const mail = await server.mails.waitFor('forgot@example.com');
  expect(server.mails.list()).toHaveLength(1);
  const [, token = ''] = /\/reset-password\?token=([0-9a-f]{64})\b/.exec(mail.text) ?? [];
  expect(await callApi('reset_password', { token, password: 'Another-1' })).toAnswer(200);
  expect((await signIn('forgot@example.com')).error?.code).toBe('invalid_credentials');
  expect((await signIn('forgot@example.com', 'Another-1')).error).toBeNull();
});

test('a new address counts once it is confirmed from there', async () => {
  await signUp('older@example.com');
  await confirm('older@example.com');
  const { data } = await signIn('older@example.com');
  const change = { email: 'fresh@example.com', currentPassword: PASSWORD };
  const headers = { Authorization: `Bearer ${data.session?.access_token}` };
  expect(await callApi('user/email', change, headers)).toAnswer(200);
  expect((await signIn('older@example.com')).error).toBeNull();
  const mail = await server.mails.waitFor('fresh@example.com');
  const [, token = ''] = /\?token=([0-9a-f]{64})&type=email_change/.exec(mail.text) ?? [];
  expect(await callApi('session/confirm-email', { token })).toAnswer(200);
  expect((await signIn('fresh@example.com')).error).toBeNull();
  expect((await signIn('older@example.com')).error?.code).toBe('invalid_credentials');
});

test('signing out everywhere ends every session', async () => {
  await signUp('leaver@example.com');
  await confirm('leaver@example.com');
  const here = clientOf(server);
  await here.auth.signInWithPassword({ email: 'leaver@example.com', password: PASSWORD });
  const elsewhere = await signIn('leaver@example.com');
  await here.auth.signOut({ scope: 'global' });
  const refreshed = await clientOf(server).auth.refreshSession({
    refresh_token: elsewhere.data.session?.refresh_token ?? '',
  });
  expect(refreshed.error?.code).toBe('refresh_token_not_found');
});

test('a provider that is not configured is refused, and the settings say so before', async () => {
  const answer = await fetch(`${server.supabaseUrl}/auth/v1/authorize?provider=google`, { redirect: 'manual' });
  expect(answer).toAnswer(400);
  const settings = await fetch(`${server.supabaseUrl}/auth/v1/settings`, {
    headers: { apikey: server.publishableKey },
  });
  expect((await settings.json()).external).toMatchObject({ google: false, github: false, email: true });
});

test('the mailbox lists mails and shows the code; a mail runs nothing', async () => {
  await signUp('reader@example.com');
  const mail = await server.mails.waitFor('reader@example.com');
  const list = await (await fetch(server.mailboxUrl)).text();
  expect(list).toContain('reader@example.com');
  const code = codeIn(mail) ?? '';
  expect(list).toContain(code);
  const page = await (await fetch(`${server.mailboxUrl}/${mail.id}`)).text();
  expect(page).toContain(code);
  expect(page).toMatch(/<iframe[^>]+sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  const content = await fetch(`${server.mailboxUrl}/${mail.id}/content`);
  expect(content.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/);
  expect(await content.text()).toContain('Verify e-mail address');
  expect(await fetch(`${server.mailboxUrl}/unknown`)).toAnswer(404);
});

test('the mailbox shows the code of the template, and no six digits of a name', async () => {
  const email = 'digits@example.com';
  await signUp(email, { username: 'Nora 482913', termsVersion: '2026-11-20' });
  const pageOf = async ({ id }: { id: string }) => (await fetch(`${server.mailboxUrl}/${id}`)).text();
  const mail = await server.mails.waitFor(email);
  expect(mail.text).toMatch(/^Hello Nora 482913,/);
  const [, code] = /class="code">(\d+)</.exec(await pageOf(mail)) ?? [];
  expect(await callApi('verify-email', { email, code })).toAnswer(200);
  server.mails.clear();
  await clientOf(server).auth.resetPasswordForEmail(email);
  const withoutCode = await server.mails.waitFor(email);
  expect(withoutCode.text).toContain('Nora 482913');
  expect(await pageOf(withoutCode)).not.toContain('class="code"');
});

test('the mailbox finds mails by words of address, subject and text, and shows text and headers of a mail', async () => {
  await signUp('first.finder@example.com');
  await signUp('second.finder@example.com');
  const mail = await server.mails.waitFor('first.finder@example.com');
  await server.mails.waitFor('second.finder@example.com');
  const show = async (path: string) => (await fetch(`${server.mailboxUrl}${path}`)).text();
  for (const query of ['FIRST.finder', 'first VERIFICATION', codeIn(mail) ?? '']) {
    const found = await show(`?q=${encodeURIComponent(query)}`);
    expect(found).toContain('first.finder@example.com');
    expect(found).not.toContain('second.finder@example.com');
  }
  expect(await show('?q=finder')).toContain('second.finder@example.com');
  const nothing = await show(`?q=${encodeURIComponent('"><script>finder')}`);
  expect(nothing).toContain('No mail has these words.');
  expect(nothing).not.toContain('<script>');

  const text = await show(`/${mail.id}?view=text`);
  expect(text).toContain(`/verify-email?token=`);
  expect(text).not.toContain('<iframe');
  expect(await show(`/${mail.id}?view=headers`)).toMatch(/Subject: Your Marketplace Platform verification code/);
  expect(await show(`/${mail.id}?view=other`)).toContain('<iframe');
});

test('a mail that was stored before headers were kept stays readable', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'local-mails-'));
  const mail = {
    id: '1',
    to: 'old@example.com',
    from: 'shop@example.com',
    subject: 'Hello',
    text: 'Old',
    html: '',
    receivedAt: '2026-01-01T00:00:00.000Z',
  };
  writeFileSync(join(folder, '1.json'), JSON.stringify(mail));
  const pages = createMailboxPages(new Mailbox(folder));
  expect(await (await pages.request('/1')).text()).toContain('<pre dir="auto">Old</pre>');
  expect(await (await pages.request('/1?view=headers')).text()).toContain('The headers of this mail were not kept.');
  rmSync(folder, { recursive: true });
});
