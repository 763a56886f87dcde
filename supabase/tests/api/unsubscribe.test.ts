import { expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import { value } from '../rules/support.ts';
import { ApiClient } from './api-client.ts';

const test = base
  .extend(
    'queue',
    ({ anna }) =>
      (template: string) =>
        world.sql(`select private.queue_mail($1, $2, '{"message": "Hello"}')`, [anna.id, template]),
  )
  /** What the link in the mail carries. */
  .extend('tokenOf', ({ anna, queue }) => async (template: string): Promise<string> => {
    await queue(template);
    await new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } }).post('/mail');
    const [mail] = await world.mails.list(anna.email);
    await world.sql('delete from private.mail_outbox');
    const [, page, token] = /choose your mails: (\S+)\?token=(\S+)/.exec(mail?.text ?? '') ?? [];
    expect(page).toBe(`${world.webUrl}/unsubscribe`);
    if (token === undefined) throw new Error(`no link in: ${mail?.text}`);
    return token;
  });

const waiting = async () =>
  (await world.sql<{ template: string }>('select template from private.mail_outbox order by template')).map(
    ({ template }) => template,
  );

const client = new ApiClient();
const choices = (token: string) => client.get(`/api/mail-choices?token=${token}`);
const click = (token: string) =>
  client.call('POST', `/api/unsubscribe?token=${token}`, {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });

test('looking changes nothing; the click of a mail program ends this kind of mail alone', async ({
  tokenOf,
  queue,
}) => {
  const token = await tokenOf('review_received');
  const shown = await choices(token);
  expect(shown).toAnswer(200, {
    username: 'anna',
    choices: expect.arrayContaining([
      { template: 'review_received', label: 'New review', isWanted: true, isOfLink: true },
      { template: 'broadcast', label: expect.any(String), isWanted: true, isOfLink: false },
    ]),
  });
  const followed = await client.get(`/api/unsubscribe?token=${token}`);
  expect([followed.status, followed.headers.get('Location')]).toEqual([
    302,
    `${world.webUrl}/unsubscribe?token=${token}`,
  ]);
  await queue('review_received');
  expect(await waiting()).toEqual(['review_received']);

  const clicked = await click(token);
  expect(clicked).toAnswer(200, { message: 'You will not get these mails any more.' });
  expect(await waiting()).toEqual([]);
  for (const template of ['review_received', 'quote_received', 'password_changed']) await queue(template);
  expect(await waiting()).toEqual(['password_changed', 'quote_received']);
});

test('all that can be chosen can be set, and nothing else', async ({ tokenOf, queue }) => {
  const token = await tokenOf('quote_received');
  const choose = (wanted: string[]) => client.put('/api/mail-choices', { token, wanted });
  const chosen = await choose(['broadcast', 'password_changed']);
  const wantedOf = ({ body }: { body: unknown }) =>
    Object(body)
      .choices.filter(({ isWanted }: { isWanted: boolean }) => isWanted)
      .map(({ template }: { template: string }) => template);
  expect([chosen.status, wantedOf(chosen)]).toEqual([200, ['broadcast']]);
  for (const template of ['broadcast', 'quote_received', 'message_received', 'account_suspended'])
    await queue(template);
  expect(await waiting()).toEqual(['account_suspended', 'broadcast']);
  expect(wantedOf(await choose(['quote_received']))).toEqual(['quote_received']);
  await queue('quote_received');
  expect(await waiting()).toEqual(['account_suspended', 'quote_received']);
});

test('a page that was read before a change elsewhere changes only what its reader changes on it', async ({
  anna,
  tokenOf,
}) => {
  const token = await tokenOf('review_received');
  const wantedOf = ({ body }: { body: unknown }) =>
    Object(body)
      .choices.filter(({ isWanted }: { isWanted: boolean }) => isWanted)
      .map(({ template }: { template: string }) => template);
  const shown: string[] = wantedOf(await choices(token));
  const without = (...names: string[]) => shown.filter((name) => !names.includes(name));
  const prefer = (mail: string, kind = 'message_received') =>
    anna.client.rpc('set_notification_preferences', { preferences: [{ kind, mail }] });
  expect(await prefer('off')).toAnswer(204);
  const ended = await client.put('/api/mail-choices', { token, wanted: without('broadcast'), shown });
  expect([ended.status, wantedOf(ended)]).toEqual([200, without('broadcast', 'message_received')]);
  // A repeat, and a page that was shown without a kind that is wanted again.
  expect(wantedOf(await client.put('/api/mail-choices', { token, wanted: without('broadcast'), shown }))).toEqual(
    without('broadcast', 'message_received'),
  );
  const later = { token, wanted: shown, shown: without('broadcast') };
  expect(wantedOf(await client.put('/api/mail-choices', later))).toEqual(without('message_received'));
  // The same kind in the digest is not moved to a mail of its own.
  expect(await prefer('daily')).toAnswer(204);
  await client.put('/api/mail-choices', { token, wanted: shown, shown: without('message_received') });
  expect(
    (await value(anna.client.rpc('list_notification_preferences'))).find(({ kind }) => kind === 'message_received'),
  ).toMatchObject({ mail: 'daily' });
  // A client that does not say what it was shown sets all, as before.
  expect(wantedOf(await client.put('/api/mail-choices', { token, wanted: ['broadcast'] }))).toEqual(['broadcast']);
});

test('a link that was made up, changed or made for another kind does nothing', async ({ anna, tokenOf }) => {
  const token = await tokenOf('quote_received');
  const bob = await world.person('bob');
  for (const forged of [
    '',
    `${token}0`,
    token.replace(`${anna.id}.`, `${bob.id}.`),
    token.replace('quote_received', 'review_received'),
    token.replace('quote_received', 'password_changed'),
    '1.quote_received.%27%20or%20true',
  ]) {
    const put = await client.put('/api/mail-choices', { token: decodeURIComponent(forged), wanted: [] });
    for (const answer of [await choices(forged), await click(forged), put]) {
      expect(answer, forged).toAnswer(404, { message: 'This link is not valid', code: 'not_found' });
    }
  }
  expect(await world.sql('select * from private.mail_unsubscribes')).toEqual([]);
});

test('a page of another site cannot click', async ({ tokenOf }) => {
  const token = await tokenOf('quote_received');
  const evil = new ApiClient({ headers: { Origin: 'https://evil.example' } });
  expect(await evil.post(`/api/unsubscribe?token=${token}`)).toAnswer(403);
  expect(await evil.put('/api/mail-choices', { token, wanted: [] })).toAnswer(403);
});

test('[A639] the links of a mail in Vietnamese lead to a page in Vietnamese, and work like the others', async ({
  anna,
  queue,
}) => {
  await anna.client.rpc('set_locale', { locale: 'vi' });
  await queue('review_received');
  await new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } }).post('/mail');
  const [mail] = await world.mails.list(anna.email);
  const [, token = ''] =
    /^Huỷ đăng ký nhận hoặc chọn email bạn muốn nhận: \S+\/unsubscribe\?token=(\S+)&lang=vi$/m.exec(mail?.text ?? '') ??
    [];
  expect(mail?.html).toContain('<html lang="vi">');
  expect(mail?.headers).toContainEqual({
    name: 'List-Unsubscribe',
    value: `<${world.webUrl}/api/unsubscribe?token=${token}&lang=vi>`,
  });
  const followed = async (lang: string) =>
    (await client.get(`/api/unsubscribe?token=${token}${lang}`)).headers.get('Location');
  expect(await followed('&lang=vi')).toBe(`${world.webUrl}/unsubscribe?token=${token}&lang=vi`);
  for (const odd of ['', '&lang=xx', '&lang=//evil.example', '&lang='])
    expect(await followed(odd)).toBe(`${world.webUrl}/unsubscribe?token=${token}`);
  // What the call answers stays English; the page translates it.
  expect((await choices(token)).body).toMatchObject({
    choices: expect.arrayContaining([expect.objectContaining({ template: 'review_received', label: 'New review' })]),
  });
  await world.sql('delete from private.mail_outbox');
  expect(await click(`${token}&lang=vi`)).toAnswer(200, { message: 'You will not get these mails any more.' });
  await queue('review_received');
  expect(await waiting()).toEqual([]);
});
