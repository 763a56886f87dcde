/** The choice of notifications through `/api`, and the mails that follow from it. */
import { expect } from 'vitest';
import { z } from 'zod';
import { notificationPreferencesSchema } from '../../functions/_shared/domain/notification-choices.ts';
import { value } from '../rules/support.ts';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, QUOTE, signedIn } from './api-client.ts';

const send = async () => {
  await world.sql(`update private.mail_outbox set next_attempt_at = now() where status = 'queued'`);
  await new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } }).post('/mail');
};
const PATH = '/api/notification-preferences';
const put = async (person: Person, preferences: unknown) => (await signedIn(person)).put(PATH, { preferences });
const chosen = (body: unknown, kind: string) =>
  notificationPreferencesSchema.parse(body).find((preference) => preference.kind === kind);
const quoteOn = async (postId: number, supplier: Person) => {
  await (await signedIn(supplier)).post('/api/quotes', { ...QUOTE, postId });
  const [row] = await world.sql<{ id: number }>('select max(id)::int as id from public.quotes');
  return row?.id ?? 0;
};
const linkIn = (text: string) => /\/unsubscribe\?token=(\S+)/.exec(text)?.[1] ?? '';

test('[A740] preferences are listed and changed, and what cannot be chosen is refused', async ({ anna }) => {
  const listed = await (await signedIn(anna)).get(PATH);
  expect(listed.status).toBe(200);
  expect(chosen(listed.body, 'quote_accepted')).toEqual({
    kind: 'quote_accepted',
    label: 'Quote accepted',
    page: true,
    mail: 'now',
    isPageOptional: false,
    paces: ['now', 'daily', 'weekly', 'off'],
  });
  expect(chosen(listed.body, 'broadcast')?.paces).toEqual(['now', 'off']);

  const changed = await put(anna, [{ kind: 'review_received', page: false, mail: 'weekly' }]);
  expect(changed.status).toBe(200);
  expect(chosen(changed.body, 'review_received')).toMatchObject({ page: false, mail: 'weekly' });
  expect((await (await signedIn(anna)).get(PATH)).body).toEqual(changed.body);

  const refused = (path: string) =>
    expect.objectContaining({ errors: [{ path, message: 'This notification leaves no such choice' }] });
  expect(await put(anna, [{ kind: 'quote_accepted', page: false }])).toAnswer(400, refused('page'));
  expect(await put(anna, [{ kind: 'nothing', page: false }])).toAnswer(400, refused('kind'));
  for (const odd of [undefined, {}, [5], [{}], [{ kind: 'review_received', mail: 'hourly' }], [{ kind: 5 }]])
    expect((await put(anna, odd)).status, JSON.stringify(odd)).toBe(400);
  expect(await new ApiClient().get(PATH)).toAnswer(401);
  expect(await new ApiClient().put(PATH, { preferences: [] })).toAnswer(401);
});

test('[A741] the time of the digest is answered and chosen, also under a former name of a zone', async ({ anna }) => {
  const client = await signedIn(anna);
  const path = '/api/digest-time';
  expect(await client.get(path)).toAnswer(200, { hour: 7, timeZone: null });
  expect(await client.put(path, { hour: 18, timeZone: 'Asia/Saigon' })).toAnswer(200, {
    hour: 18,
    timeZone: 'Asia/Ho_Chi_Minh',
  });
  expect(await client.get(path)).toAnswer(200, { hour: 18, timeZone: 'Asia/Ho_Chi_Minh' });
  expect(await client.put(path, { hour: 7, timeZone: 'Mars/Base' })).toAnswer(
    400,
    expect.objectContaining({ errors: [{ path: 'timeZone', message: 'This time zone is not known' }] }),
  );
  for (const odd of [{}, { hour: 24, timeZone: 'UTC' }, { hour: 7.5, timeZone: 'UTC' }, { hour: 7, timeZone: null }])
    expect((await client.put(path, odd)).status, JSON.stringify(odd)).toBe(400);
  expect(await new ApiClient().get(path)).toAnswer(401);
  expect(await new ApiClient().put(path, { hour: 7, timeZone: 'UTC' })).toAnswer(401);
});

test('[A740] links of mails and the page write the same choices', async ({ anna, carl }) => {
  await value(carl.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 5, comment: 'Good' }));
  await send();
  const token = linkIn((await world.mailTo(anna.email)).text);
  const client = new ApiClient();
  const choicesOf = z.object({
    choices: z.array(z.object({ template: z.string(), isWanted: z.boolean(), isOfLink: z.boolean() })),
  });
  const wanted = async () =>
    choicesOf
      .parse((await client.get(`/api/mail-choices?token=${token}`)).body)
      .choices.flatMap(({ template, isWanted }) => (isWanted ? [template] : []));
  const mailOf = async (kind: string) => chosen((await (await signedIn(anna)).get(PATH)).body, kind)?.mail;

  expect(await wanted()).not.toContain('quote_shortlisted');
  await put(anna, [
    { kind: 'quote_received', mail: 'off' },
    { kind: 'question_asked', mail: 'daily' },
  ]);
  expect(await wanted()).not.toContain('quote_received');
  await client.put('/api/mail-choices', {
    token,
    wanted: [...(await wanted()), 'quote_received', 'quote_shortlisted'],
  });
  expect(await Promise.all(['quote_received', 'quote_shortlisted', 'question_asked'].map(mailOf))).toEqual([
    'now',
    'now',
    // It was wanted, and stays in the digest.
    'daily',
  ]);
  await client.call('POST', `/api/unsubscribe?token=${token}`, { raw: 'List-Unsubscribe=One-Click' });
  expect(await Promise.all(['review_received', 'quote_received'].map(mailOf))).toEqual(['off', 'now']);
});

test('[A740] a digest is mailed in the language of its reader, and its link ends what it collects', async ({
  anna,
  bob,
  carl,
}) => {
  await anna.client.rpc('set_locale', { locale: 'vi' });
  const { id: postId } = await world.createPost(anna, { title: 'Steel' });
  await put(anna, [
    { kind: 'review_received', mail: 'daily' },
    { kind: 'quote_received', mail: 'daily' },
    { kind: 'question_asked', mail: 'weekly' },
  ]);
  await value(carl.client.rpc('submit_review', { reviewed_user_id: anna.id, rating: 5, comment: 'Good' }));
  const quote = await quoteOn(postId, bob);
  await send();
  const [mail, ...others] = await world.mails.list(anna.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Tin mới dành cho bạn');
  expect(mail?.text).toContain(
    `carl đã đánh giá bạn 5 sao\n\nBạn có báo giá mới cho yêu cầu “Steel” từ bob\n${world.webUrl}/account?tab=posts&quote=${quote}&lang=vi\n`,
  );
  const token = linkIn(mail?.text ?? '').replace(/&.*/, '');
  await new ApiClient().call('POST', `/api/unsubscribe?token=${token}`, { raw: 'List-Unsubscribe=One-Click' });
  const { body } = await (await signedIn(anna)).get(PATH);
  expect(
    ['review_received', 'quote_received', 'question_asked', 'message_received'].map((kind) => chosen(body, kind)?.mail),
  ).toEqual(['off', 'off', 'off', 'now']);
});

test('[A739] a shortlisted quote is mailed with a link to that quote, in the language of its reader', async ({
  anna,
  bob,
}) => {
  const { id: postId } = await world.createPost(anna, { title: 'Steel' });
  const id = await quoteOn(postId, bob);
  await bob.client.rpc('set_locale', { locale: 'vi' });
  await put(bob, [{ kind: 'quote_shortlisted', mail: 'now' }]);
  await value(anna.client.rpc('shortlist_quote', { quote_id: id, is_on: true }));
  await send();
  const mail = await world.mailTo(bob.email, /^Báo giá của bạn cho “Steel” đã được đưa vào danh sách ngắn$/);
  expect(mail.text).toContain(`${world.webUrl}/my-quotes?quote=${id}`);
});

test('[A739] a post that an admin deletes is mailed to its owner with the reason', async ({ anna, adam }) => {
  const { id } = await world.createPost(anna, { title: 'Steel' });
  expect(await adam.client.rpc('hide_post', { post_id: id, reason: 'Spam' })).toAnswer(204);
  await send();
  await value(adam.client.rpc('delete_hidden_posts', { post_ids: [id], reason: 'Fraud' }));
  await send();
  const mail = await world.mailTo(anna.email, /^Your post "Steel" was deleted$/);
  expect(mail.text).toContain('Reason: Fraud');
  expect(mail.text).not.toContain('/unsubscribe?');
});
