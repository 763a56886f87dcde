import { beforeEach, expect, test } from 'vitest';
import { world } from '../support/database.ts';
import type { Person } from '../support/world.ts';
import { ApiClient } from './api-client.ts';

let anna: Person;

beforeEach(async () => {
  await world.reset();
  anna = await world.person('anna');
});

const queue = (template: string) => world.sql(`select private.queue_mail($1, $2, '{"message": "Hello"}')`, [anna.id, template]);
const waiting = async () =>
  (await world.sql<{ template: string }>('select template from private.mail_outbox order by template')).map(({ template }) => template);

/** The path of the link in the mail about a review. */
async function linkOf(template: string): Promise<string> {
  await queue(template);
  await new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } }).post('/mail');
  const [mail] = await world.mails.list(anna.email);
  await world.sql('delete from private.mail_outbox');
  const [, path] = /choose your mails: \S+?(\/api\/unsubscribe\?token=\S+)/.exec(mail?.text ?? '') ?? [];
  if (path === undefined) throw new Error(`no link in: ${mail?.text}`);
  return path;
}

const form = (fields: string) => ({ raw: fields, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });

test('looking changes nothing; the click of a mail program ends this kind of mail alone', async () => {
  const path = await linkOf('review_received');
  const client = new ApiClient();
  const shown = await client.get(path);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(shown.text).toContain('anna, do you want no more mails of the kind &quot;New review&quot;?'.replaceAll('&quot;', '"'));
  await queue('review_received');
  expect(await waiting()).toEqual(['review_received']);

  const clicked = await client.call('POST', path, form('List-Unsubscribe=One-Click'));
  expect([clicked.status, clicked.text.includes('You will not get these mails any more.')]).toEqual([200, true]);
  expect(await waiting()).toEqual([]);
  for (const template of ['review_received', 'quote_received', 'password_changed']) await queue(template);
  expect(await waiting()).toEqual(['password_changed', 'quote_received']);
});

test('the page sets all that can be chosen, and nothing else', async () => {
  const path = await linkOf('quote_received');
  const client = new ApiClient();
  expect((await client.call('POST', path, form('choose=1&wanted=broadcast&wanted=password_changed'))).status).toBe(200);
  for (const template of ['broadcast', 'quote_received', 'message_received', 'account_suspended']) await queue(template);
  expect(await waiting()).toEqual(['account_suspended', 'broadcast']);
  expect((await client.call('POST', path, form('choose=1&wanted=quote_received'))).status).toBe(200);
  await queue('quote_received');
  expect(await waiting()).toEqual(['account_suspended', 'quote_received']);
});

test('a link that was made up, changed or made for another kind does nothing', async () => {
  const path = await linkOf('quote_received');
  const bob = await world.person('bob');
  const client = new ApiClient();
  for (const forged of [
    '/api/unsubscribe',
    `${path}0`,
    path.replace(`token=${anna.id}.`, `token=${bob.id}.`),
    path.replace('quote_received', 'review_received'),
    path.replace('quote_received', 'password_changed'),
    '/api/unsubscribe?token=1.quote_received.%27%20or%20true',
  ]) {
    for (const method of ['GET', 'POST']) {
      const answer = await client.call(method, forged, method === 'POST' ? form('List-Unsubscribe=One-Click') : {});
      expect([answer.status, answer.text.includes('This link is not valid')], forged).toEqual([404, true]);
    }
  }
  expect(await world.sql('select * from private.mail_unsubscribes')).toEqual([]);
});

test('a page of another site cannot click', async () => {
  const path = await linkOf('quote_received');
  const answer = await new ApiClient({ headers: { Origin: 'https://evil.example' } }).call('POST', path, form('List-Unsubscribe=One-Click'));
  expect(answer.status).toBe(403);
});
