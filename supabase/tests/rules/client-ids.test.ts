/** A client id belongs to one content: a repeat answers what is stored, anything else under the same id is refused. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { QUOTE, sendQuote, value } from './support.ts';

interface Door {
  /** Sends a content of this text under a client id. */
  send: (client_id: string, text: string) => PromiseLike<{ status: number; error: { details?: string | null } | null }>;
  /** An equal repeat is answered by the unique constraint, and the client reads what is stored. */
  isInsert?: boolean;
}

async function doorsOf(anna: Person, bob: Person, adam: Person): Promise<Record<string, Door>> {
  const { id: post } = await world.createPost(anna);
  const quote = (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0;
  const [feedback] = await world.sql<{ id: number }>(
    `insert into public.feedback (email, category, subject, message, page_path, user_agent)
     values ('x@example.com', 'other', 'Subject', 'A message of ten', '', '') returning id::int`,
  );
  const feedback_id = feedback?.id ?? 0;
  const { id: other } = await world.createPost(anna);
  const spammer = await world.person('dora');
  const poster = await world.person('paul');
  await world.createPost(poster);
  const { id: visible } = await world.createPost(anna);
  const { id: hidden } = await world.createPost(anna);
  await adam.client.rpc('hide_post', { post_id: hidden, reason: 'Spam' });
  return {
    posts: {
      isInsert: true,
      send: (client_id, title) =>
        anna.client
          .from('posts')
          .insert({ client_id, title, description: 'x', category: 'food', country: 'vn', delivery_address: 'x' }),
    },
    news_items: {
      isInsert: true,
      send: (client_id, title) =>
        adam.client
          .from('news_items')
          .insert({ client_id, title, type: 'news', summary: 'x', body: 'x', status: 'draft' }),
    },
    account_notes: {
      isInsert: true,
      send: (client_id, note) => adam.client.from('account_notes').insert({ client_id, profile_id: spammer.id, note }),
    },
    submit_quote: {
      send: (client_id, price_text) =>
        sendQuote(bob.client, other, { ...QUOTE, client_id, price_text: price_text.slice(0, 9) }),
    },
    ask_question: {
      send: (client_id, question) => bob.client.rpc('ask_question', { post_id: post, question, client_id }),
    },
    send_message: {
      send: (client_id, content) => bob.client.rpc('send_message', { quote_id: quote, content, client_id }),
    },
    create_broadcast: {
      send: (client_id, message) =>
        adam.client.rpc('create_broadcast', {
          broadcast: { client_id, message, audience: 'all', audience_values: [] },
        }),
    },
    add_feedback_note: {
      send: (client_id, body) => adam.client.rpc('add_feedback_note', { feedback_id, body, client_id }),
    },
    reply_to_feedback: {
      send: (client_id, body) => adam.client.rpc('reply_to_feedback', { feedback_id, body, client_id }),
    },
    mark_spam: {
      send: (client_id, reason) => adam.client.rpc('mark_spam', { user_ids: [spammer.id], reason, client_id }),
    },
    hide_posts_of_user: {
      send: (client_id, reason) => adam.client.rpc('hide_posts_of_user', { user_id: poster.id, reason, client_id }),
    },
    bulk_hide_posts: {
      send: (client_id, reason) => adam.client.rpc('bulk_hide_posts', { post_ids: [visible], reason, client_id }),
    },
    bulk_unhide_posts: {
      send: (client_id, note) => adam.client.rpc('bulk_unhide_posts', { post_ids: [hidden], note, client_id }),
    },
    bulk_set_feedback_status: {
      send: (client_id, note) =>
        adam.client.rpc('bulk_set_feedback_status', { feedback_ids: [feedback_id], status: 'spam', note, client_id }),
    },
    bulk_delete_feedback: {
      send: (client_id, note) =>
        adam.client.rpc('bulk_delete_feedback', { feedback_ids: [feedback_id], note, client_id }),
    },
    record_feedback: {
      send: (client_id, message) =>
        world.service.rpc('record_feedback', {
          feedback: { email: 'x@example.com', category: 'other', subject: 'Subject', message, client_id },
        }),
    },
  };
}

test('every door that takes a client id refuses another content under it', async ({ anna, bob, adam }) => {
  const doors = await doorsOf(anna, bob, adam);
  for (const [name, { send, isInsert }] of Object.entries(doors)) {
    const id = randomUUID();
    expect(await send(id, 'The first text'), name).toMatchObject({ error: null });
    const repeat = await send(id, 'The first text');
    if (isInsert) expect(repeat, name).toMatchObject({ error: { code: '23505' } });
    else expect(repeat, name).toMatchObject({ error: null });
    const changed = await send(id, 'Another text');
    expect(changed.status, name).toBe(409);
    expect(JSON.parse(changed.error?.details ?? '{}'), name).toMatchObject({
      code: 'already_sent_differently',
      storedId: expect.any(Number),
    });
  }
});

test('a repeat that ignores duplicates is refused before its triggers write anything', async ({ anna }) => {
  const post = { client_id: randomUUID(), title: 'St\u0435\u0435l', description: 'x', category: 'food', country: 'vn' };
  const found = async () =>
    (await world.sql<{ n: number }>('select count(*)::int as n from public.content_hits'))[0]?.n;
  const send = () =>
    anna.client
      .from('posts')
      .upsert({ ...post, delivery_address: 'x' }, { onConflict: 'user_id,client_id', ignoreDuplicates: true });
  const before = (await found()) ?? 0;
  expect(await send()).toMatchObject({ status: 201 });
  expect(await found()).toBe(before + 1);
  for (let turn = 0; turn < 3; turn += 1) expect(await send()).toMatchObject({ status: 409, error: { code: '23505' } });
  expect(await found()).toBe(before + 1);
});

test('each table into which clients insert with a client id refuses a repeat by itself', async () => {
  const open = await world.sql<{ name: string; refuses: boolean }>(
    `select k.conname as name, exists (
       select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where t.tgrelid = k.conrelid and p.prosrc like '%refuse_repeat(''' || k.conname || ''')%') as refuses
     from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname = 'client_id'
     where k.contype = 'u' and k.connamespace = 'public'::regnamespace
       and has_column_privilege('authenticated', k.conrelid, a.attnum, 'insert')`,
  );
  expect(open.length).toBeGreaterThanOrEqual(3);
  expect(open.filter(({ refuses }) => !refuses)).toEqual([]);
});

test('the doors above are all that there are', async ({ anna, bob, adam }) => {
  const tables = await world.sql<{ name: string }>(
    `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'client_id' and not a.attisdropped and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and has_column_privilege('authenticated', c.oid, a.attnum, 'insert')`,
  );
  const functions = await world.sql<{ name: string }>(
    `select p.proname as name from pg_proc p where p.pronamespace = 'private'::regnamespace
       and (p.prosrc ~ 'remember_content' or p.prosrc ~ 'open_batch\\(.*client_id') and p.prorettype <> 'trigger'::regtype`,
  );
  const takers = await world.sql<{ name: string }>(
    `select p.proname as name from pg_proc p where p.pronamespace = 'private'::regnamespace and p.prorettype <> 'trigger'::regtype
       and p.prosrc ~ 'client_id' and p.prosrc ~* 'insert\\s+into|open_batch\\('
       -- A revision is named by its version and takes no client id; a deletion keeps that of the feedback out of the log.
       and p.proname not in ('remember_content', 'open_batch', 'revise_quote', 'delete_feedback')`,
  );
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
  expect(names([...tables, ...functions]).toSorted()).toEqual(Object.keys(await doorsOf(anna, bob, adam)).toSorted());
  expect(names(takers).toSorted()).toEqual(names(functions).toSorted());
});
