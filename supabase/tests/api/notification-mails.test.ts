/** Mails that follow from notifications: what they say, and where their link leads. */
import { describe, expect } from 'vitest';
import { value } from '../rules/support.ts';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, QUOTE, signedIn } from './api-client.ts';

const scheduler = () => new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } });
/** Sends what waits, also what waits for the end of its ten minutes. */
const send = async () => {
  await world.sql(`update private.mail_outbox set next_attempt_at = now() where status = 'queued'`);
  await scheduler().post('/mail');
};
/** Mails of one cause come ten minutes apart, which are over then. */
const tenMinutesPass = () =>
  world.sql(`update private.mail_outbox set sent_at = sent_at - interval '10 minutes' where status = 'sent'`);
const subjectsTo = async ({ email }: Person) => (await world.mails.list(email)).map(({ subject }) => subject);

const test = base
  .extend(
    'post',
    ({ anna }) =>
      async () =>
        (await world.createPost(anna, { title: 'Steel' })).id,
  )
  .extend(
    'quote',
    () =>
      async (supplier: Person, postId: number, fields: Partial<typeof QUOTE> & { validUntil?: string } = {}) => {
        await (await signedIn(supplier)).post('/api/quotes', { ...QUOTE, ...fields, postId });
        const [row] = await world.sql<{ id: number }>('select max(id)::int as id from public.quotes');
        return row?.id ?? 0;
      },
  );

describe('the mail of a new quote', () => {
  test('the mail of a new quote names supplier, price and terms, and links to that quote', async ({
    anna,
    bob,
    post,
    quote,
  }) => {
    const id = await quote(bob, await post(), { price: '1,250', quantity: '2,000 kg', deliveryTime: '2 weeks' });
    await world.sql(`update public.quotes set valid_until = '2099-03-04'`);
    await send();
    const mail = await world.mailTo(anna.email, /^New quote on "Steel"$/);
    expect(mail.text).toContain(
      'You have a new quote on your post "Steel" from bob.\n\nSupplier: bob\nPrice: 1,250 USD\nMinimum quantity: 2,000 kg\nDelivery time: 2 weeks\nValid until: ',
    );
    expect(mail.text).toContain(`See the quote: ${world.webUrl}/account?tab=posts&quote=${id}\n`);
  });

  test('the mail of a new quote formats numbers and days in the language of its reader', async ({
    anna,
    bob,
    post,
    quote,
  }) => {
    await anna.client.rpc('set_locale', { locale: 'vi' });
    await quote(bob, await post(), { price: '1,250', quantity: '2,000 kg' });
    await world.sql(`update public.quotes set valid_until = '2099-03-04'`);
    await send();
    expect((await world.mailTo(anna.email)).text).toContain(
      'Nhà cung cấp: bob\nGiá: 1.250 USD\nSố lượng tối thiểu: 2.000 kg\nThời gian giao hàng: 30 days\nCó hiệu lực đến: 4 thg 3, 2099',
    );
  });

  test('the mail of new quotes collects ten minutes, with the terms of each, and links to their comparison', async ({
    anna,
    bob,
    carl,
    adam,
    post,
    quote,
  }) => {
    const postId = await post();
    const other = (await world.createPost(anna, { title: 'Iron' })).id;
    await quote(bob, postId);
    await send();
    await quote(carl, postId, { price: '2 USD' });
    await quote(adam, postId, { price: '3 USD' });
    await quote(bob, other);
    await send();
    expect(await subjectsTo(anna)).toEqual(
      expect.arrayContaining(['New quote on "Steel"', '2 new quotes on "Steel"', 'New quote on "Iron"']),
    );
    expect(await subjectsTo(anna)).toHaveLength(3);
    const { text } = await world.mailTo(anna.email, /^2 new quotes/);
    expect(text).toMatch(/Supplier: carl\nPrice: 2 USD\n[^]*\n\nSupplier: adam\nPrice: 3 USD\n/);
    expect(text).toContain(`Compare the quotes: ${world.webUrl}/compare/${postId}\n`);
  });

  test('the mail of a new quote has the terms of the time when it leaves, and none of a withdrawn quote', async ({
    anna,
    bob,
    post,
    quote,
  }) => {
    const postId = await post();
    const corrected = await quote(bob, postId, { price: '1 USD' });
    await world.sql(`update public.quotes set price_text = '9 USD' where id = $1`, [corrected]);
    await bob.client.rpc('withdraw_quote', { quote_id: await quote(bob, await post()) });
    await send();
    const { text } = await world.mailTo(anna.email, /^New quote on "Steel"$/);
    expect(text).toContain('Price: 9 USD\n');
    expect((await subjectsTo(anna)).filter((subject) => /new quote/i.test(subject))).toHaveLength(1);
  });
});

describe('a question', () => {
  const ask = async ({ client }: Person, post_id: number, question: string) =>
    value(client.rpc('ask_question', { post_id, question }));

  test('a question is mailed to the owner with its text, and the answer to the asker', async ({
    anna,
    bob,
    carl,
    post,
    quote,
  }) => {
    const postId = await post();
    await quote(carl, postId);
    await send();
    const first = await ask(bob, postId, 'Is DN 100 fine?');
    await ask(bob, postId, 'Which port?');
    await send();
    const asked = await world.mailTo(anna.email, /^2 new questions about "Steel"$/);
    expect(asked.text).toContain('bob: Is DN 100 fine?\n\nbob: Which port?');
    expect(asked.text).toContain(`Answer: ${world.webUrl}/post/post-${postId}\n`);
    await anna.client.rpc('answer_question', { question_id: first, answer: 'Yes.\nAny length.' });
    await send();
    const answered = await world.mailTo(bob.email, /^Your question about "Steel" was answered$/);
    expect(answered.text).toContain('Question: Is DN 100 fine?\nAnswer: Yes.\nAny length.');
    expect(answered.text).toContain(`Open the request: ${world.webUrl}/post/post-${postId}\n`);
    // Who did not ask waits for no answer.
    expect(await subjectsTo(carl)).toEqual([]);
  });

  test('a single question is the subject of its mail', async ({ anna, bob, post }) => {
    await ask(bob, await post(), 'Is DN 100 fine?');
    await send();
    expect((await world.mailTo(anna.email, /^bob asks about "Steel"$/)).text).toContain(
      'bob asks about "Steel":\n\nbob: Is',
    );
  });

  test('many questions with long answers are still one mail', async ({ anna, bob, post }) => {
    const postId = await post();
    for (let n = 0; n < 20; n += 1) {
      const id = await ask(bob, postId, `${n} ${'ẵ'.repeat(490)}`);
      await anna.client.rpc('answer_question', { question_id: id, answer: 'ẵ'.repeat(1000) });
    }
    await send();
    expect((await world.mailTo(bob.email)).text).toMatch(/and \d+ more/);
    expect(await subjectsTo(bob)).toHaveLength(1);
  });
});

describe('a request that suppliers quoted on', () => {
  test('suppliers whose quote waits get a mail when the request changes and when it ends', async ({
    anna,
    bob,
    carl,
    post,
    quote,
  }) => {
    const postId = await post();
    const waiting = await quote(bob, postId);
    const declined = await quote(carl, postId);
    await value(anna.client.rpc('decline_quote', { quote_id: declined }));
    await send();
    await tenMinutesPass();
    await anna.client.from('posts').update({ description: 'DN 200' }).eq('id', postId);
    await anna.client.rpc('close_post', { post_id: postId, reason: 'found_elsewhere' });
    await send();
    const changed = await world.mailTo(bob.email, /^The request "Steel" changed$/);
    expect(changed.text).toContain(`See the changes: ${world.webUrl}/post/post-${postId}\n`);
    const closed = await world.mailTo(bob.email, /^The request "Steel" was closed: Found elsewhere$/);
    expect(closed.text).toContain('The request "Steel" was closed: Found elsewhere.');
    expect(closed.text).toContain(`See the quote: ${world.webUrl}/my-quotes?quote=${waiting}\n`);
    await anna.client.rpc('reopen_post', { post_id: postId });
    await send();
    const opened = await world.mailTo(bob.email, /^The request "Steel" is open again$/);
    expect(opened.text).toContain(`See the quote: ${world.webUrl}/my-quotes?quote=${waiting}\n`);
    expect(await subjectsTo(carl)).toEqual(['Your quote on "Steel" was declined']);
  });

  test('suppliers get a mail of a later change, even if they did not read the first', async ({
    anna,
    bob,
    post,
    quote,
  }) => {
    const postId = await post();
    await quote(bob, postId);
    for (const description of ['DN 200', 'DN 300']) {
      await anna.client.from('posts').update({ description }).eq('id', postId);
      await send();
      await tenMinutesPass();
    }
    expect(await subjectsTo(bob)).toEqual(['The request "Steel" changed', 'The request "Steel" changed']);
  });

  test('[A739] changes within ten minutes are one mail, which leaves when they are over', async ({
    anna,
    bob,
    post,
    quote,
  }) => {
    const postId = await post();
    await quote(bob, postId);
    for (const description of ['DN 200', 'DN 300', 'DN 400'])
      await anna.client.from('posts').update({ description }).eq('id', postId);
    await scheduler().post('/mail');
    expect(await subjectsTo(bob)).toEqual([]);
    const [{ minutes } = { minutes: 0 }] = await world.sql<{ minutes: number }>(
      `select round(extract(epoch from next_attempt_at - created_at) / 60)::int as minutes
       from private.mail_outbox where template = 'request_changed'`,
    );
    expect(minutes).toBe(10);
    await send();
    expect(await subjectsTo(bob)).toEqual(['The request "Steel" changed']);
  });

  test('a request that reopens before its closing mail is sent is not mailed', async ({ anna, bob, post, quote }) => {
    const postId = await post();
    await quote(bob, postId);
    await anna.client.rpc('close_post', { post_id: postId, reason: 'no_need' });
    await anna.client.rpc('reopen_post', { post_id: postId });
    await send();
    expect(await subjectsTo(bob)).toEqual([]);
  });

  test('the owner gets a mail when the deadline has passed', async ({ anna, post }) => {
    const postId = await post();
    await world.sql(`update public.posts set quote_deadline = now() - interval '1 minute'`);
    await world.sql('select private.tell_deadlines(10)');
    await send();
    const { text } = await world.mailTo(anna.email, /^The deadline of "Steel" has passed$/);
    expect(text).toContain('The deadline of "Steel" has passed: 0 quotes.');
    expect(text).toContain(`${world.webUrl}/post/post-${postId}\n`);
  });

  test('a deleted request is mailed once to each supplier whose quote waited', async ({
    anna,
    bob,
    carl,
    post,
    quote,
  }) => {
    const postId = await post();
    await quote(bob, postId);
    await world.sql('delete from private.quote_waits');
    const id = await quote(bob, postId);
    await value(anna.client.rpc('decline_quote', { quote_id: await quote(carl, postId) }));
    await send();
    await anna.client.from('posts').delete().eq('id', postId);
    await send();
    const [mail, ...others] = await world.mails.list(bob.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Your quote on "Steel" was declined: The request was deleted');
    expect(mail?.text).toContain(`See the quote: ${world.webUrl}/my-quotes?quote=${id}\n`);
    expect(await subjectsTo(carl)).toEqual(['Your quote on "Steel" was declined']);
  });
});

test('a decline that was mailed is taken back by mail', async ({ anna, bob, post, quote }) => {
  const quote_id = await quote(bob, await post());
  await value(anna.client.rpc('decline_quote', { quote_id }));
  await send();
  await value(anna.client.rpc('reopen_quote', { quote_id }));
  await send();
  expect((await world.mailTo(bob.email, /is pending again$/)).text).toContain('Your quote on "Steel" is pending again');
});

test('each kind of notification has a mail, or stands among those that have none', async () => {
  const triggers = await world.sql<{ types: string }>(
    `select pg_get_triggerdef(oid) as types from pg_trigger where tgname in ('mail_of_decision', 'mail_of_notification')`,
  );
  const mailed = new Set(
    triggers.flatMap(({ types }) => [...types.matchAll(/'(\w+)'::text/g)].map(([, type]) => type)),
  );
  const kinds = await world.sql<{ kind: string; type: string }>(
    `select kind, case kind when 'quote_received' then 'quote' when 'message_received' then 'message' when 'review_received' then 'review'
       when 'post_hidden' then 'post' when 'post_unhidden' then 'post' else kind end as type
     from private.notification_kinds order by kind`,
  );
  // The answer to feedback is mailed by reply_to_feedback(), to guests as well; hits of a saved search by mail_of_hits(), at its pace;
  // a reset by reset_second_factor().
  expect(kinds.filter(({ type }) => !mailed.has(type)).map(({ kind }) => kind)).toEqual([
    'feedback_answered',
    'quote_sent',
    'saved_search',
    'second_factor_reset',
  ]);
});
