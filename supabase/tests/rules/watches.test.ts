/** Watched requests: who is notified of what, and when. */
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test as base } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, sendQuote, value } from './support.ts';

const test = base.extend('post', async ({ anna }) => (await world.createPost(anna, { title: 'Steel' })).id);

const watch = ({ client }: Person, post_id: number, is_on = true) =>
  outcome(client.rpc('set_watch', { post_id, is_on }));
const watchOf = async ({ client }: Person, post_id: number) =>
  (await value(client.rpc('watch_of_post', { post_id })))[0];
const runJob = async () => {
  for (;;) {
    const [row] = await world.sql<{ count: number }>(`select public.housekeep('watches', 500)::int as count`);
    if (!row?.count) return;
  }
};
const mails = async () =>
  (
    await world.sql<{ template: string; lines: string[] }>(
      `select o.template, (select array_agg(i ->> 'message') from jsonb_array_elements(o.data -> 'items') i) as lines
       from private.mail_outbox o where o.status = 'queued' order by o.id`,
    )
  ).map(({ template, lines }) => [template, lines]);
/** The notifications that a user gets by a run of the job. */
const told = async (person: Person) => {
  await runJob();
  const messages = (await notificationsOf(person)).map(({ message }) => message);
  await world.sql('delete from public.notifications');
  return messages;
};
const edit = ({ client }: Person, post: number, description: string) =>
  client.from('posts').update({ description }).eq('id', post);
const endsIn = (hours: number) =>
  world.sql(`update public.posts set quote_deadline = now() + make_interval(mins => $1)`, [hours * 60 - 10]);

describe('watching', () => {
  test('[A738] a user watches a request, once, and stops; its owner sees the number alone', async ({
    anna,
    bob,
    carl,
    guest,
    post,
  }) => {
    expect(await watch(bob, post)).toEqual([204]);
    expect(await watch(bob, post)).toEqual([204]);
    expect(await watchOf(bob, post)).toEqual({ is_watching: true, watchers: null });
    expect(await watchOf(carl, post)).toEqual({ is_watching: false, watchers: null });
    expect(await watchOf(anna, post)).toEqual({ is_watching: false, watchers: 1 });
    expect(await watch(bob, post, false)).toEqual([204]);
    expect(await watchOf(anna, post)).toEqual({ is_watching: false, watchers: 0 });
    expect(await guest.rpc('set_watch', { post_id: post, is_on: true })).toAnswer(401);
  });

  test('[A738] a user cannot watch their own request, one that they do not see, or more than 500 open ones', async ({
    anna,
    bob,
    post,
  }) => {
    expect(await watch(anna, post)).toEqual([403, 'You cannot watch your own post']);
    expect(await watch(anna, post, false)).toEqual([204]);
    expect(await watch(bob, 999_999)).toEqual([404, 'Post not found']);
    await anna.client.rpc('hide_post', { post_id: post });
    expect(await watch(bob, post)).toEqual([404, 'Post not found']);
    await anna.client.rpc('unhide_post', { post_id: post });
    await world.sql(
      `with posts as (
         insert into public.posts (user_id, title, description, category, country, delivery_address)
         select $1, 'Iron', 'x', 'food', 'vn', 'Hai Phong' from generate_series(1, 500) returning id)
       insert into private.watches (post_id, user_id) select id, $2 from posts`,
      [anna.id, bob.id],
    );
    expect(await watch(bob, post)).toEqual([409, 'You watch 500 open requests, which is the most']);
    const last = '(select max(post_id) from private.watches)';
    await world.sql(`update public.posts set closed_at = now(), closed_reason = 'no_need' where id = ${last}`);
    expect(await watch(bob, post)).toEqual([204]);
    await world.sql(`update public.posts set closed_at = null, closed_reason = null where id = ${last}`);
    await watch(bob, post, false);
    expect((await watch(bob, post))[0]).toBe(409);
    // A request with an own quote does not count.
    const [quoted] = await world.sql<{ id: number }>(`select ${last}::int as id`);
    await value(sendQuote(bob.client, quoted?.id ?? 0));
    expect(await watch(bob, post)).toEqual([204]);
  });

  test('[A738] a request that is hidden can be watched no longer', async ({ anna, bob, post }) => {
    await watch(bob, post);
    await anna.client.rpc('hide_post', { post_id: post });
    expect(await outcome(bob.client.rpc('watch_of_post', { post_id: post }))).toEqual([404, 'Post not found']);
    expect(await watch(bob, post, false)).toEqual([204]);
    expect(await watchOf(anna, post)).toMatchObject({ watchers: 0 });
  });

  test('[A738] a suspended user stops watching, and watches nothing new', async ({ bob, post }) => {
    await watch(bob, post);
    await world.sql(
      `update public.accounts set suspended_until = now() + interval '1 day', suspension_reason = 'Spam' where profile_id = $1`,
      [bob.id],
    );
    expect(await watch(bob, post, false)).toEqual([204]);
    expect((await watch(bob, post))[0]).toBe(403);
  });

  test('[A738] a supplier watches by quoting', async ({ bob, post }) => {
    await value(sendQuote(bob.client, post));
    expect(await watchOf(bob, post)).toMatchObject({ is_watching: true });
  });

  test('[A738] nobody reads who watches: neither guest, owner, admin nor main admin', async ({
    guest,
    anna,
    bob,
    adam,
    mona,
    post,
  }) => {
    await watch(bob, post);
    for (const person of [null, anna, bob, adam, mona])
      for (const table of ['watches', 'news_of_watched'])
        for (const schema of ['public', 'private']) {
          const authorization = person && { authorization: `Bearer ${person.accessToken}` };
          const { status } = await fetch(`${world.supabaseUrl}/rest/v1/${table}`, {
            headers: { apikey: world.publishableKey, 'accept-profile': schema, ...authorization },
          });
          expect(status, `${schema}.${table} for ${person?.username}`).toBeGreaterThanOrEqual(400);
        }
    for (const person of [adam, mona])
      expect(await watchOf(person, post)).toEqual({ is_watching: false, watchers: null });
    expect(await guest.rpc('watch_of_post', { post_id: post })).toAnswer(401);
  });
});

describe('news', () => {
  test('[A738] watchers are notified of changes, answers, closing and reopening, suppliers by their quote', async ({
    anna,
    bob,
    carl,
    adam,
    post,
  }) => {
    await watch(bob, post);
    await value(sendQuote(carl.client, post));
    await world.sql('delete from public.notifications');

    for (const description of ['DN 200', 'DN 300']) await edit(anna, post, description);
    await runJob();
    expect((await notificationsOf(carl)).map(({ message }) => message)).toEqual(['The request "Steel" changed']);
    expect(await told(bob)).toEqual(['The request "Steel" changed']);

    const question_id = await value(adam.client.rpc('ask_question', { post_id: post, question: 'Which port?' }));
    await anna.client.rpc('answer_question', { question_id, answer: 'Hai Phong' });
    expect(await told(bob)).toEqual(['A question about "Steel" was answered']);

    await anna.client.rpc('close_post', { post_id: post, reason: 'no_need' });
    await runJob();
    expect((await notificationsOf(carl)).length).toBe(1);
    expect(await told(bob)).toEqual(['The request "Steel" was closed: No need any more']);

    await anna.client.rpc('reopen_post', { post_id: post });
    expect(await told(bob)).toEqual(['The request "Steel" is open again']);
    await anna.client.rpc('close_post', { post_id: post, reason: 'no_need' });
    await anna.client.rpc('reopen_post', { post_id: post });
    expect(await told(bob)).toEqual([]);
    const deadline = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await anna.client.rpc('close_post', { post_id: post, reason: 'no_need' });
    await told(bob);
    await anna.client.rpc('reopen_post', { post_id: post, quote_deadline: deadline(3) });
    expect(await told(bob)).toEqual(['The request "Steel" is open again']);
    await anna.client.rpc('close_post', { post_id: post, reason: 'no_need' });
    await anna.client.rpc('reopen_post', { post_id: post, quote_deadline: deadline(4) });
    expect(await told(bob)).toEqual(['The request "Steel" changed']);
    await watch(bob, post, false);
    await edit(anna, post, 'DN 400');
    expect(await told(bob)).toEqual([]);
  });

  test('[A738] a hidden request has no news, and a deleted one leaves none', async ({ anna, bob, post }) => {
    await watch(bob, post);
    await edit(anna, post, 'DN 200');
    await anna.client.rpc('hide_post', { post_id: post });
    await edit(anna, post, 'DN 300');
    expect(await told(bob)).toEqual([]);
    await anna.client.rpc('unhide_post', { post_id: post });
    await edit(anna, post, 'DN 400');
    await anna.client.from('posts').delete().eq('id', post);
    expect(await world.sql('select * from private.news_of_watched')).toEqual([]);
  });

  test('[A738] how a request stands is told once it is shown again, in the words of then', async ({
    anna,
    bob,
    post: post_id,
  }) => {
    const { client } = anna;
    const close = (reason = 'awarded') => client.rpc('close_post', { post_id, reason });
    const open = () => client.rpc('reopen_post', { post_id });
    const hide = () => client.rpc('hide_post', { post_id });
    const unhide = () => client.rpc('unhide_post', { post_id });
    await watch(bob, post_id);
    await close();
    await runJob();
    await hide();
    await open();
    expect(await told(bob)).toEqual(['The request "Steel" was closed: Awarded']);
    await unhide();
    expect(await told(bob)).toEqual(['The request "Steel" is open again']);

    await hide();
    await close();
    await open();
    await close('no_need');
    await world.sql(`update public.posts set title = 'Iron'`);
    expect(await told(bob)).toEqual([]);
    await unhide();
    await world.sql(`update public.accounts set suspended_until = 'infinity', suspension_reason = 'Spam'
      where profile_id = ${anna.id}`);
    expect(await told(bob)).toEqual([]);
    await world.sql('update public.accounts set suspended_until = null, suspension_reason = null');
    expect(await told(bob)).toEqual(['The request "Iron" was closed: No need any more']);
  });

  test('[A738] a flood of changes is one unread notification and one mail', async ({ anna, bob, post }) => {
    await watch(bob, post);
    for (let n = 0; n < 5; n += 1) {
      await edit(anna, post, `DN ${n}`);
      await runJob();
    }
    expect(await notificationsOf(bob)).toHaveLength(1);
    expect(await mails()).toEqual([['request_watched', ['The request "Steel" changed']]]);
  });

  test('[A738] news of a request within ten minutes are one mail, of each topic the last', async ({
    anna,
    bob,
    post,
  }) => {
    await watch(bob, post);
    await edit(anna, post, 'DN 200');
    await runJob();
    for (const reason of ['no_need', 'awarded']) {
      await anna.client.rpc('close_post', { post_id: post, reason });
      await runJob();
      await anna.client.rpc('reopen_post', { post_id: post });
      await runJob();
    }
    await edit(anna, post, 'DN 300');
    await runJob();
    expect(await mails()).toEqual([
      ['request_watched', ['The request "Steel" is open again', 'The request "Steel" changed']],
    ]);
  });

  test('[A738] the owner of watched requests causes at most sixty notifications and twenty mails an hour', async ({
    anna,
    bob,
    post,
  }) => {
    await watch(bob, post);
    for (let n = 0; n < 65; n += 1) {
      await edit(anna, post, `DN ${n}`);
      await runJob();
      await bob.client.rpc('mark_all_notifications_read');
      await world.sql(
        `update private.mail_outbox set status = 'sent', sent_at = now(), cause = null where status = 'queued' and next_attempt_at <= now()`,
      );
    }
    expect(await notificationsOf(bob)).toHaveLength(60);
    // What is above the limit waits in one.
    expect(
      await world.sql('select status, count(*)::int as mails from private.mail_outbox group by 1 order by 1'),
    ).toEqual([
      { status: 'queued', mails: 1 },
      { status: 'sent', mails: 20 },
    ]);
  });

  test('[A738] thousands of watchers are notified in parts, each once', async ({ anna, bob, carl, post }) => {
    await watch(bob, post);
    await watch(carl, post);
    await edit(anna, post, 'DN 200');
    const counts = [];
    for (let n = 0; n < 4; n += 1) {
      const [row] = await world.sql<{ count: number }>(`select public.housekeep('watches', 1)::int as count`);
      counts.push(row?.count);
    }
    expect(counts).toEqual([1, 1, 1, 0]);
    for (const person of [bob, carl]) expect(await notificationsOf(person)).toHaveLength(1);
  });

  test('[A738] a deleted user watches nothing and is notified of nothing', async ({ anna, bob, mona, post }) => {
    await watch(bob, post);
    await edit(anna, post, 'DN 200');
    expect(await outcome(mona.client.rpc('delete_user', { user_id: bob.id, username: bob.username }))).toEqual([200]);
    await runJob();
    expect(await world.sql('select * from public.notifications where user_id = $1', [bob.id])).toEqual([]);
    expect(await watchOf(anna, post)).toMatchObject({ watchers: 0 });
  });
});

describe('reminders', () => {
  test('[A738] who has not quoted is reminded 48 and 6 hours before the deadline, once each', async ({
    bob,
    carl,
    post,
  }) => {
    await watch(bob, post);
    await value(sendQuote(carl.client, post));
    await world.sql('delete from public.notifications');
    await endsIn(50);
    // The deadline is a change, which is told as one.
    expect(await told(bob)).toEqual(['The request "Steel" changed']);
    await endsIn(48);
    expect(await told(bob)).toEqual(['The request "Steel" changed', 'The request "Steel" closes within 48 hours']);
    expect(await told(bob)).toEqual([]);
    expect(await told(carl)).toEqual([]);
    await endsIn(6);
    // As if this had been the deadline of the first reminder.
    await world.sql(
      `update private.watches set reminded_of = (select p.quote_deadline from public.posts p), reminded_hours = 48`,
    );
    expect(await told(bob)).toEqual(['The request "Steel" changed', 'The request "Steel" closes within 6 hours']);
    expect(await told(bob)).toEqual([]);
  });

  test('[A738] a reminder of a run that fell out comes with the next; a moved deadline is another', async ({
    anna,
    bob,
    post,
  }) => {
    await watch(bob, post);
    await endsIn(5);
    expect(await told(bob)).toEqual(['The request "Steel" changed', 'The request "Steel" closes within 5 hours']);
    await endsIn(30);
    expect(await told(bob)).toEqual(['The request "Steel" changed', 'The request "Steel" closes within 30 hours']);
    await endsIn(4);
    await anna.client.rpc('close_post', { post_id: post, reason: 'no_need' });
    expect(await told(bob)).not.toContain('The request "Steel" closes within 4 hours');
  });

  test('[A738] a user who begins to watch near the deadline is not reminded of it at once', async ({ bob, post }) => {
    await endsIn(20);
    await watch(bob, post);
    expect(await told(bob)).toEqual([]);
  });

  test('[A738] a supplier whose quote was withdrawn is reminded, one with a declined quote is not', async ({
    anna,
    bob,
    carl,
    post,
  }) => {
    const quotes = [];
    for (const { client } of [bob, carl]) quotes.push((await value(sendQuote(client, post)))[0]?.quote_id ?? 0);
    const [ofBob = 0, ofCarl = 0] = quotes;
    await bob.client.rpc('withdraw_quote', { quote_id: ofBob });
    await anna.client.rpc('decline_quote', { quote_id: ofCarl, reason: 'Too dear' });
    await world.sql('delete from public.notifications');
    await endsIn(48);
    await runJob();
    expect((await notificationsOf(carl)).map(({ message }) => message)).not.toContain(
      'The request "Steel" closes within 48 hours',
    );
    expect(await told(bob)).toContain('The request "Steel" closes within 48 hours');
  });

  test('[A738] a suspended user is reminded when the suspension ends before the deadline', async ({ bob, post }) => {
    await watch(bob, post);
    const suspend = (until: string) =>
      world.sql(
        `update public.accounts set suspended_until = ${until}, suspension_reason = 'Spam' where profile_id = $1`,
        [bob.id],
      );
    await suspend(`now() + interval '1 day'`);
    await endsIn(40);
    expect(await told(bob)).toEqual(['The request "Steel" changed']);
    await suspend(`now() - interval '1 minute'`);
    expect(await told(bob)).toEqual(['The request "Steel" closes within 40 hours']);
  });

  test('[A738] the request of a suspended owner has no news and no reminder', async ({ anna, bob, post }) => {
    await watch(bob, post);
    await world.sql(
      `update public.accounts set suspended_until = 'infinity', suspension_reason = 'Spam' where profile_id = $1`,
      [anna.id],
    );
    await endsIn(40);
    expect(await told(bob)).toEqual([]);
  });
});
