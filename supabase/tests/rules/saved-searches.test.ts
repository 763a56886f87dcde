/** Saved searches: who saves them, what is told of them, and by which mail. */
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { notificationsOf, outcome, value } from './support.ts';

interface Saved {
  name?: string;
  pace?: string;
  search?: string;
  country?: string;
  closing?: number;
  posted?: number;
  sort?: string;
  categories?: string[];
}

const saving = ({ client }: Person, fields: Saved = {}) =>
  client.rpc('save_search', { name: 'Steel', search: 'steel', ...fields });
const save = (person: Person, fields?: Saved) => value(saving(person, fields));
const listed = async ({ client }: Person) => value(client.rpc('list_saved_searches'));
const runJob = async () => {
  for (;;) {
    const [row] = await world.sql<{ count: number }>(`select public.housekeep('saved-searches', 500)::int as count`);
    if (!row?.count) return;
  }
};
/** The unread notifications of a user after a run of the job. */
const told = async (person: Person) => {
  await runJob();
  return (await notificationsOf(person)).map(({ message }) => message);
};
/** As {@link told}, and reads them. */
const read = async (person: Person) => {
  const messages = await told(person);
  await world.sql('delete from public.notifications');
  return messages;
};
const mails = () =>
  world.sql<{ template: string; cause: string; lines: string[]; path: string | null }>(
    `select o.template, o.cause, o.data ->> 'path' as path,
       (select array_agg(i ->> 'message') from jsonb_array_elements(o.data -> 'items') i) as lines
     from private.mail_outbox o where o.status = 'queued' order by o.id`,
  );
const post = (owner: Person, title = 'Steel pipes') => world.createPost(owner, { title });
const suspend = ({ id }: Person) =>
  world.sql(
    `update public.accounts set suspended_until = now() + interval '1 day', suspension_reason = 'Spam' where profile_id = $1`,
    [id],
  );

describe('saving', () => {
  test('[A735] a search keeps its whole address, and the same one is saved once', async ({ bob }) => {
    const whole = {
      search: ' thép 100% & "ống" ',
      country: 'vn',
      categories: ['other', 'food', 'food'],
      unquoted: true,
      open: true,
      closing: 7,
      posted: 30,
      sort: 'closing',
    };
    const id = await value(bob.client.rpc('save_search', { name: 'Mine', pace: 'daily', ...whole }));
    expect(await value(bob.client.rpc('save_search', { name: 'Again', ...whole, categories: ['food', 'other'] }))).toBe(
      id,
    );
    expect(await listed(bob)).toEqual([
      {
        id,
        name: 'Again',
        // None was named.
        pace: 'daily',
        hits: 0,
        created_at: expect.any(String),
        path: '/?q=th%C3%A9p%20100%25%20%26%20%22%E1%BB%91ng%22&country=vn&category=food&category=other&unquoted=1&open=1&closing=7&posted=30&sort=closing',
      },
    ]);
  });

  test('[A735] a user saves at most 20 searches, also in two calls at once', async ({ bob, carl }) => {
    for (let n = 1; n < 20; n += 1) await save(bob, { search: `steel ${n}` });
    const both = await Promise.all([outcome(saving(bob, { search: 'iron' })), outcome(saving(bob, { search: 'tin' }))]);
    const most = [409, 'You have saved 20 searches, which is the most'];
    expect(both).toContainEqual([200]);
    expect(both).toContainEqual(most);
    expect(await outcome(saving(bob, { search: 'zinc' }))).toEqual(most);
    expect(await outcome(saving(bob, { search: 'steel 1' }))).toEqual([200]);
    expect(await outcome(saving(carl))).toEqual([200]);
  });

  test('[A735] what is no search, name or pace is refused with 400', async ({ bob }) => {
    const id = await save(bob);
    for (const fields of [
      { name: ' ' },
      { name: 'x'.repeat(81) },
      { pace: 'hourly' },
      { search: '!?&' },
      { search: `steel ${'x'.repeat(100)}` },
      { search: '' },
      { country: 'x'.repeat(61) },
      { closing: 0 },
      { posted: 366 },
      { sort: 'price' },
      { categories: Array.from({ length: 31 }, (_, n) => `c${n}`) },
    ])
      expect((await outcome(saving(bob, { search: 'iron', ...fields })))[0], JSON.stringify(fields).slice(0, 60)).toBe(
        400,
      );
    for (const fields of [{ name: '' }, { pace: 'never' }])
      expect((await outcome(bob.client.rpc('change_saved_search', { id, ...fields })))[0]).toBe(400);
    expect(await listed(bob)).toHaveLength(1);
  });

  test('[A735] a search is seen, changed and deleted by its user alone; guests and suspended users save none', async ({
    guest,
    bob,
    carl,
    adam,
  }) => {
    const id = await save(bob);
    for (const other of [carl, adam]) {
      expect(await listed(other)).toEqual([]);
      const missing = [404, 'Saved search not found'];
      expect(await outcome(other.client.rpc('change_saved_search', { id, name: 'Mine' }))).toEqual(missing);
      expect(await outcome(other.client.rpc('delete_saved_search', { id }))).toEqual(missing);
    }
    for (const person of [null, bob, adam])
      for (const table of ['saved_searches', 'saved_search_hits', 'posts_to_match']) {
        const authorization = person && { authorization: `Bearer ${person.accessToken}` };
        const { status } = await fetch(`${world.supabaseUrl}/rest/v1/${table}`, {
          headers: { apikey: world.publishableKey, 'accept-profile': 'private', ...authorization },
        });
        expect(status).toBeGreaterThanOrEqual(400);
      }
    expect(await guest.rpc('list_saved_searches')).toAnswer(401);
    expect(await guest.rpc('save_search', { name: 'x', search: 'x' })).toAnswer(401);
    await bob.client.rpc('change_saved_search', { id, name: ' Pipes ', pace: 'off' });
    expect(await listed(bob)).toMatchObject([{ name: 'Pipes', pace: 'off' }]);
    await suspend(bob);
    expect((await outcome(saving(bob, { search: 'iron' })))[0]).toBe(403);
    expect(await outcome(bob.client.rpc('delete_saved_search', { id }))).toEqual([204]);
    expect(await listed(bob)).toEqual([]);
  });
});

describe('hits', () => {
  test('[A736] a user is told once of a new post that matches, by its address', async ({ anna, bob }) => {
    await post(anna);
    await save(bob, { name: 'new quote on your post', country: 'vn' });
    expect(await told(bob)).toEqual([]);
    await post(anna);
    await post(anna, 'Cashew nuts');
    expect(await told(bob)).toEqual(['1 new request matches "new quote on your post"']);
    expect(await notificationsOf(bob)).toMatchObject([
      {
        data: {
          type: 'saved_search',
          path: expect.stringMatching(/^\/\?q=steel&country=vn&saved=\d+&since=\d+$/) as string,
        },
      },
    ]);
    expect(await listed(bob)).toMatchObject([{ hits: 1 }]);
    expect(await told(bob)).toHaveLength(1);
  });

  test('[A736] the address of a notification names what is new since the last one that was read', async ({
    anna,
    bob,
    carl,
    guest,
  }) => {
    const id = await save(bob);
    await post(anna);
    await read(bob);
    const posts = [];
    for (const title of ['Steel coils', 'Steel tubes']) {
      await world.sql(`update private.saved_search_hits set told_at = told_at - interval '1 hour'`);
      await world.sql(
        `update public.notifications set data = jsonb_set(data, '{path}', to_jsonb(regexp_replace(data ->> 'path', '\\d+$', '')
           || (substring(data ->> 'path' from '\\d+$')::bigint - 3600))) where data ->> 'type' = 'saved_search'`,
      );
      posts.push((await post(anna, title)).id);
      await runJob();
    }
    const [notification] = await notificationsOf(bob);
    expect(notification?.message).toBe('2 new requests match "Steel"');
    const path = new URL(String(Object(notification?.data).path), 'http://page').searchParams;
    expect(path.get('saved')).toBe(String(id));
    // The first was told an hour before the second.
    expect(Number(path.get('since'))).toBeGreaterThan(Date.now() / 1000 - 7200);
    const hits = await value(bob.client.rpc('list_search_hits', { id }));
    const isNew = ({ told_at }: { told_at: string }) => Date.parse(told_at) >= Number(path.get('since')) * 1000;
    expect(hits).toHaveLength(3);
    expect(hits.filter(isNew).map((hit) => hit.post_id)).toEqual(posts.toReversed());
    for (const other of [carl, anna])
      expect(await outcome(other.client.rpc('list_search_hits', { id }))).toEqual([404, 'Saved search not found']);
    expect(await guest.rpc('list_search_hits', { id })).toAnswer(401);
  });

  test('[A736,A745] a flood of posts is one notification and one mail, and what was read is not told again', async ({
    anna,
    bob,
  }) => {
    await save(bob);
    for (let n = 0; n < 25; n += 1) await post(anna);
    expect(await told(bob)).toEqual(['25 new requests match "Steel"']);
    for (let n = 0; n < 5; n += 1) await post(anna);
    expect(await told(bob)).toEqual(['30 new requests match "Steel"']);
    expect(await mails()).toEqual([
      {
        template: 'saved_search',
        cause: 'saved searches',
        lines: ['30 new requests match "Steel"'],
        path: expect.stringMatching(/^\/\?q=steel&saved=\d+&since=\d+$/) as string,
      },
    ]);
    await world.sql('update public.notifications set read_at = now()');
    await post(anna);
    expect(await told(bob)).toEqual(['30 new requests match "Steel"', '1 new request matches "Steel"']);
    expect(await mails()).toMatchObject([{ lines: ['1 new request matches "Steel"'] }]);
  });

  test('[A736] all searches of a user share one mail, of which one an hour leaves', async ({ anna, bob }) => {
    await save(bob);
    await save(bob, { name: 'Pipes', search: 'pipes' });
    await post(anna);
    await runJob();
    expect(await mails()).toMatchObject([
      { lines: ['1 new request matches "Steel"', '1 new request matches "Pipes"'], template: 'saved_search' },
    ]);
    await world.sql(`update private.mail_outbox set status = 'sent', sent_at = now() - interval '20 minutes'`);
    await post(anna);
    await runJob();
    const [{ minutes } = { minutes: 0 }] = await world.sql<{ minutes: number }>(
      `select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from private.mail_outbox where status = 'queued'`,
    );
    expect(minutes).toBe(40);
  });

  test('[A736] own, hidden and closed posts and those of suspended or deleted people are told of never', async ({
    anna,
    bob,
    carl,
    mona,
  }) => {
    await save(bob);
    await post(bob);
    const [hidden, closed, late] = [await post(anna), await post(anna), await post(anna)];
    await anna.client.rpc('hide_post', { post_id: hidden.id });
    await anna.client.rpc('close_post', { post_id: closed.id, reason: 'no_need' });
    await world.sql(`update public.posts set quote_deadline = now() - interval '1 minute' where id = $1`, [late.id]);
    await post(carl);
    await suspend(carl);
    expect(await told(bob)).toEqual([]);
    // Between the comparison and the telling.
    await world.sql(`update public.accounts set suspended_until = null, suspension_reason = null`);
    const [again, gone] = [await post(anna), await post(carl)];
    await world.sql('select private.match_saved_searches(100)');
    await anna.client.rpc('hide_post', { post_id: again.id });
    await mona.client.rpc('delete_user', { user_id: carl.id, username: 'carl' });
    expect(await world.sql('select 1 from public.posts where id = $1', [gone.id])).toEqual([]);
    expect(await told(bob)).toEqual([]);
    await anna.client.rpc('unhide_post', { post_id: again.id });
    expect(await told(bob)).toEqual(['1 new request matches "Steel"']);
  });

  test('[A736] an edit, unhiding and reopening that make a post match count once each', async ({ anna, bob }) => {
    const [edited, hidden, closed, same] = [
      await post(anna, 'Iron'),
      await post(anna),
      await post(anna),
      await post(anna),
    ];
    await anna.client.rpc('hide_post', { post_id: hidden.id });
    await anna.client.rpc('close_post', { post_id: closed.id, reason: 'no_need' });
    await runJob();
    await save(bob);
    const edit = (id: number, fields: { title?: string; description?: string }) =>
      anna.client.from('posts').update(fields).eq('id', id);
    await edit(same.id, { description: 'It was found before.' });
    expect(await read(bob)).toEqual([]);
    await edit(edited.id, { title: 'Steel' });
    expect(await read(bob)).toEqual(['1 new request matches "Steel"']);
    await anna.client.rpc('unhide_post', { post_id: hidden.id });
    expect(await read(bob)).toEqual(['1 new request matches "Steel"']);
    await anna.client.rpc('reopen_post', { post_id: closed.id });
    expect(await read(bob)).toEqual(['1 new request matches "Steel"']);
    for (const title of ['Iron', 'Steel']) {
      await edit(edited.id, { title });
      await runJob();
    }
    for (const name of ['hide_post', 'unhide_post'] as const) await anna.client.rpc(name, { post_id: hidden.id });
    expect(await read(bob)).toEqual([]);
  });

  test('[A736] a new name of a user makes none of their posts a new one', async ({ anna, bob }) => {
    await save(bob, { search: 'kestrel' });
    await post(anna);
    await runJob();
    await anna.client.from('profiles').update({ company_name: 'Kestrel' }).eq('id', anna.id);
    expect(await told(bob)).toEqual([]);
  });
});

describe('what silences', () => {
  test('a search that is saved again takes its pace: at once it is mailed, off what waits goes', async ({
    anna,
    bob,
  }) => {
    const id = await save(bob, { pace: 'off' });
    await post(anna);
    await runJob();
    expect(await mails()).toEqual([]);
    expect(await save(bob, { name: 'All steel', pace: 'now' })).toBe(id);
    await post(anna);
    await runJob();
    expect(await mails()).toMatchObject([{ lines: [expect.stringContaining('"All steel"')] }]);
    expect(await save(bob, { pace: 'off' })).toBe(id);
    expect(await mails()).toEqual([]);
    expect(await listed(bob)).toMatchObject([{ name: 'Steel', pace: 'off' }]);
    expect(await outcome(saving(bob, { name: ' ' }))).toEqual([400, expect.any(String)]);
    expect(await listed(bob)).toMatchObject([{ name: 'Steel', pace: 'off' }]);
  });

  test('[A740] a search that is off comes in no mail, and its waiting mails go; the page tells of it', async ({
    anna,
    bob,
  }) => {
    const id = await save(bob);
    await save(bob, { name: 'Pipes', search: 'pipes' });
    await post(anna);
    await runJob();
    await bob.client.rpc('change_saved_search', { id, pace: 'off' });
    expect(await mails()).toMatchObject([{ lines: ['1 new request matches "Pipes"'] }]);
    await post(anna);
    expect(await told(bob)).toEqual(['2 new requests match "Steel"', '2 new requests match "Pipes"']);
    expect(await mails()).toMatchObject([{ lines: ['2 new requests match "Pipes"'] }]);
  });

  test('[A740] daily and weekly searches come in the digest, several alerts of a day as one line', async ({
    anna,
    bob,
  }) => {
    const id = await save(bob, { pace: 'daily' });
    for (const count of [1, 2]) {
      await post(anna);
      await runJob();
      const lines = [count === 1 ? '1 new request matches "Steel"' : '2 new requests match "Steel"'];
      expect(await mails()).toMatchObject([{ template: 'digest', cause: 'digest daily', lines }]);
    }
    await bob.client.rpc('delete_saved_search', { id });
    expect(await mails()).toEqual([]);
  });

  test('[A740] the kind can be switched off, on the page and by mail, for all searches', async ({ anna, bob }) => {
    await save(bob);
    const prefer = (choice: object) =>
      bob.client.rpc('set_notification_preferences', { preferences: [{ kind: 'saved_search', ...choice }] });
    expect((await outcome(prefer({ mail: 'daily' })))[0]).toBe(400);
    await prefer({ mail: 'off' });
    await post(anna);
    expect(await read(bob)).toHaveLength(1);
    expect(await mails()).toEqual([]);
    await prefer({ mail: 'now', page: false });
    for (const _ of ['first', 'again']) {
      await post(anna);
      expect(await told(bob)).toEqual([]);
    }
    expect(await mails()).toMatchObject([{ lines: ['2 new requests match "Steel"'] }]);
  });

  test('[A740] the link of a mail ends the mails of its one search, that of a digest what comes in it', async ({
    anna,
    bob,
  }) => {
    await save(bob);
    await save(bob, { name: 'Pipes', search: 'pipes', pace: 'off' });
    await save(bob, { name: 'Daily', search: 'pipes', country: 'vn', pace: 'daily' });
    await post(anna);
    await runJob();
    await world.sql('update private.mail_outbox set next_attempt_at = now()');
    const claim = () =>
      world.sql<{ template: string; unsubscribe_token: string }>(
        'select template, unsubscribe_token from public.claim_mail()',
      );
    const claimed = [...(await claim()), ...(await claim())];
    const paces = async () => Object.fromEntries((await listed(bob)).map(({ name, pace }) => [name, pace]));
    const end = (template: string) =>
      world.sql('select public.choose_mails($1)', [
        claimed.find((mail) => mail.template === template)?.unsubscribe_token,
      ]);
    await end('saved_search');
    expect(await paces()).toEqual({ Steel: 'off', Pipes: 'off', Daily: 'daily' });
    await end('digest');
    expect(await paces()).toEqual({ Steel: 'off', Pipes: 'off', Daily: 'off' });
    const preferences = await value(bob.client.rpc('list_notification_preferences'));
    expect(preferences).toContainEqual(expect.objectContaining({ kind: 'saved_search', mail: 'now' }));
  });

  test('a suspended user is told of nothing, then or later, and a deleted one leaves no search', async ({
    anna,
    bob,
    mona,
  }) => {
    await save(bob);
    await suspend(bob);
    await post(anna);
    expect(await told(bob)).toEqual([]);
    await world.sql(`update public.accounts set suspended_until = null, suspension_reason = null`);
    expect(await told(bob)).toEqual([]);
    await mona.client.rpc('delete_user', { user_id: bob.id, username: 'bob' });
    expect(await world.sql('select 1 from private.saved_searches')).toEqual([]);
  });
});
