import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mailbox } from 'embedded-supabase/mailbox';
import { startLocalSupabase, type LocalSupabase } from '../../local/server.ts';

/** The product for other machines: under names of its own, behind one proxy, with a mail server. */
let folder: string;
let mailServer: Mailbox;
let server: LocalSupabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'behind-proxy-'));
  mailServer = new Mailbox(join(folder, 'mail-server'));
  const port = await mailServer.listen();
  server = await startLocalSupabase({
    dataDir: join(folder, 'data'),
    quiet: true,
    cron: false,
    requireEmailVerification: true,
    siteUrl: 'https://market.example',
    publicUrl: 'https://api.market.example',
    proxies: 1,
    mailServer: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(port),
      SMTP_SECURITY: 'none',
      SMTP_FROM: 'shop@market.example',
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await mailServer?.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (path: string, init: RequestInit = {}) =>
  fetch(`${server.supabaseUrl}/functions/v1/api${path}`, { redirect: 'manual', ...init });

test('a caller counts by the address that the proxy saw, not by the one that is claimed', async () => {
  const headers = { Authorization: `Bearer ${server.cronSecret}`, 'X-Forwarded-For': '192.0.2.1, 203.0.113.9' };
  expect(await (await call('/forwarded-for', { headers })).json()).toMatchObject({ forwardedFor: '203.0.113.9' });
});

test('the page of that name may write, another may not; files are where people reach them', async () => {
  const body = JSON.stringify({ sessionId: 'visit-17', pagePath: '/' });
  const from = (Origin: string) =>
    call('/guest-access', { method: 'POST', body, headers: { Origin, 'Content-Type': 'application/json' } });
  expect((await from('https://market.example')).ok).toBe(true);
  expect(await from('https://other.example')).toAnswer(403);
  const owner = '6f1f0f9e-0c43-4c0f-9d55-0a4f2f0f7f10';
  const file = await call(`/files?bucket=post-images&path=${owner}/${owner}.png`);
  expect(file.headers.get('Location')).toBe(
    `https://api.market.example/storage/v1/object/public/post-images/${owner}/${owner}.png`,
  );
});

test('mails leave by the mail server, and lead to the page of that name', async () => {
  const answer = await call('/register', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'anna', email: 'anna@buyer.example', password: 'Secret123!' }),
  });
  expect(answer).toAnswer(201);
  const mail = await mailServer.waitFor('anna@buyer.example');
  expect(mail.text).toContain('https://market.example/verify-email');
  expect(server.mails.list()).toEqual([]);
});
