/** A marketplace that is started again at another address, as a restored or copied one is, with a mail server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mailbox } from 'embedded-supabase/mailbox';
import { startLocalSupabase, type LocalSupabase } from '../../local/server.ts';
import { PASSWORD } from '../support/world.ts';

let folder: string;
let mailServer: Mailbox;
let server: LocalSupabase | undefined;
let log: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copied-'));
  mailServer = new Mailbox(join(folder, 'mail-server'));
});
afterAll(async () => {
  await server?.stop();
  await mailServer?.close();
  await rm(folder, { recursive: true, force: true });
});

let port: number | undefined;
async function startAt(siteUrl: string, sendsMails = true): Promise<LocalSupabase> {
  await server?.stop();
  log = [];
  port ??= await mailServer.listen();
  server = await startLocalSupabase({
    dataDir: join(folder, 'data'),
    cron: false,
    logTo: { write: (text) => log.push(text) },
    siteUrl,
    sendsMails,
    privateSmtpHosts: '127.0.0.1',
    mailServer: {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(port),
      SMTP_SECURITY: 'none',
      SMTP_FROM: 'shop@market.example',
    },
  });
  return server;
}

/** Queues a mail and lets the queue be sent. */
async function sendTo(recipient: string, { sql, supabaseUrl, cronSecret }: LocalSupabase): Promise<number> {
  await sql(`insert into private.mail_outbox (recipient, template) values ($1, 'test')`, [recipient]);
  const Authorization = `Bearer ${cronSecret}`;
  const answer = await fetch(`${supabaseUrl}/functions/v1/mail`, { method: 'POST', headers: { Authorization } });
  expect(answer.status).toBe(200);
  return mailServer.list(recipient).length;
}
const readiness = async (of: LocalSupabase | undefined) => (await fetch(`${of?.supabaseUrl ?? ''}/readyz`)).json();

test('a copy sends nothing and says so, until its address is that of the marketplace', async () => {
  const real = await startAt('https://market.example');
  expect(await sendTo('real@example.com', real)).toBe(1);
  const registered = await fetch(`${real.supabaseUrl}/functions/v1/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'mona', email: 'mona@example.com', password: PASSWORD }),
  });
  expect(registered.status).toBe(201);
  await real.sql(
    'update auth.users set email_confirmed_at = now(), confirmation_token = null, confirmation_sent_at = now() returning 1',
  );
  await real.sql(`select private.appoint_main_admin('mona@example.com')`);

  const copy = await startAt('https://copy.example');
  expect(await sendTo('copy@example.com', copy)).toBe(0);
  expect(await readiness(copy)).toMatchObject({ ready: true, warnings: ['no mail leaves'] });
  await expect
    .poll(() => log.join(''))
    .toContain('no mail leaves: this server is https://copy.example, the mails are those of https://market.example');
  await copy.sql('update private.mail_settings set site_url = held_by returning 1');
  expect(await sendTo('again@example.com', copy)).toBe(1);
  expect(mailServer.list('copy@example.com')).toHaveLength(1);
  // An answer counts for a second.
  await expect.poll(() => readiness(copy), { timeout: 5_000 }).not.toHaveProperty('warnings');
});

test('a mail that does not leave is in the log, without the address of its receiver', async () => {
  if (!server) throw new Error('not started');
  const broken = `smtp_host = '127.0.0.1', smtp_port = 1, smtp_security = 'none', from_address = 'a@b.example'`;
  await server.sql(`update private.mail_settings set ${broken} returning 1`);
  await sendTo('receiver@example.com', server);
  await expect.poll(() => log.join('')).toMatch(/Mail \d+ \(test\), retry: connect ECONNREFUSED/);
  expect(log.join('')).not.toContain('receiver@example.com');
  await server.sql(`update private.mail_outbox set created_at = now() - interval '11 minutes' returning 1`);
  await expect.poll(() => readiness(server)).toMatchObject({ ready: true, warnings: ['mails wait'] });
  await server.sql('update private.mail_settings set smtp_host = null returning 1');
});

test('with MAILS=off no mail leaves, whatever the address is', async () => {
  const off = await startAt('https://copy.example', false);
  expect(await sendTo('off@example.com', off)).toBe(0);
  await expect.poll(() => log.join('')).toContain('no mail leaves: MAILS=off');
});
