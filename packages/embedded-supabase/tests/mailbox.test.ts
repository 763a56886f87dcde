/** The mailbox of a server without SMTP: what it does where it cannot keep or read a mail. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { Mailbox } from '../src/mail/mailbox.ts';

const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mailbox-'));
  opened.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function sender(mailbox: Mailbox) {
  const transport = createTransport({ host: '127.0.0.1', port: await mailbox.listen(), ignoreTLS: true });
  opened.push(() => mailbox.close());
  return async (subject: string) =>
    await transport.sendMail({ from: 'shop@example.com', to: 'bob@example.com', subject, text: 'Hello' });
}

test('a mail that the disk cannot keep is refused for now, and the next one is kept', async () => {
  const path = folder();
  const faults: string[] = [];
  const mailbox = new Mailbox(path, (text) => faults.push(text));
  const send = await sender(mailbox);
  rmSync(path, { recursive: true });
  writeFileSync(path, 'a file where the folder was');
  await expect(send('Lost')).rejects.toMatchObject({ responseCode: 452 });
  expect(mailbox.list()).toEqual([]);
  expect(faults).toEqual([expect.stringMatching(/^A mail could not be kept: E/)]);
  rmSync(path);
  await send('Kept');
  expect(new Mailbox(path).list()).toMatchObject([{ subject: 'Kept', to: 'bob@example.com' }]);
  expect(readdirSync(path)).toHaveLength(1);
});

test.each([
  ['empty', ''],
  ['cut', '{"id": "1", "to": "bob'],
  ['of another shape', '{"id": 1}'],
])('a mail file that is %s keeps no mailbox from opening, and is named', async (_, content) => {
  const path = folder();
  await (
    await sender(new Mailbox(path))
  )('Whole');
  writeFileSync(join(path, '00000000000001-x.json'), content);
  const faults: string[] = [];
  expect(new Mailbox(path, (text) => faults.push(text)).list()).toMatchObject([{ subject: 'Whole' }]);
  expect(faults).toEqual([expect.stringContaining('00000000000001-x.json')]);
});
