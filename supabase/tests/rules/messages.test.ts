import { READ_AT_ONCE } from '../../functions/_shared/domain/message.ts';
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Client, Person } from '../support/world.ts';
import { notificationsOf, outcome, sendQuote, value } from './support.ts';

let post: number;
let quote: number;

const test = fileTest.extend(
  'stored',
  ({ anna }) =>
    (id: number) =>
      value(anna.client.from('messages').select('*').eq('id', id).single()),
);

test.beforeEach(async ({ anna, bob }) => {
  await world.sql('delete from public.quotes');
  ({ id: post } = await world.createPost(anna, { title: 'Steel pipes' }));
  quote = (await value(sendQuote(bob.client, post)))[0]?.quote_id ?? 0;
  await world.sql('delete from public.notifications');
  await world.sql('delete from private.rate_limit_uses');
});

const NOT_A_PARTY = 'You are not a party of this quote';
const TOO_LATE = 'Messages can be changed for 15 minutes only';

const write = (client: Client, content: string, clientId?: string) =>
  client.rpc('send_message', { quote_id: quote, content, client_id: clientId });
const sent = (person: Person, content = 'Hello') => value(write(person.client, content));

const timePasses = (interval: string) =>
  world.sql(`update public.messages set created_at = created_at - $1::interval`, [interval]);
const unread = async (person: Person) => value(person.client.rpc('unread_messages'));

describe('a message', () => {
  test('a message goes from either party to the other, trimmed [A593]', async ({ anna, bob, stored }) => {
    const first = await sent(bob, '  When do you need it?\n');
    const second = await sent(anna, 'In May');
    expect(await stored(first)).toMatchObject({
      quote_id: quote,
      sender_id: bob.id,
      recipient_id: anna.id,
      content: 'When do you need it?',
      edited_at: null,
      deleted_at: null,
      read_at: null,
    });
    expect(await stored(second)).toMatchObject({ sender_id: anna.id, recipient_id: bob.id });
  });

  test('a message is visible to the two parties and nobody else [A450]', async ({ anna, bob, carl, adam }) => {
    await sent(bob);
    for (const person of [anna, bob]) expect(await value(person.client.from('messages').select('id'))).toHaveLength(1);
    for (const person of [carl, adam]) {
      expect(await value(person.client.from('messages').select('id'))).toEqual([]);
      expect(await value(person.client.from('message_attachments').select('id'))).toEqual([]);
    }
    expect(await world.guest.from('messages').select('id')).toAnswer(401);
  });

  test('a message from or to anybody else is refused, whether the quote exists or not', async ({
    anna,
    carl,
    adam,
  }) => {
    // Carl has a quote on the same post: that is no key.
    await value(sendQuote(carl.client, post));
    for (const person of [carl, adam]) {
      expect(await outcome(write(person.client, 'Hello'))).toEqual([403, NOT_A_PARTY]);
      expect(await outcome(person.client.rpc('mark_messages_read', { quote_id: quote }))).toEqual([403, NOT_A_PARTY]);
      expect(await outcome(person.client.rpc('conversation_closed_reason', { quote_id: quote }))).toEqual([
        403,
        NOT_A_PARTY,
      ]);
    }
    expect(await outcome(anna.client.rpc('send_message', { quote_id: 999_999, content: 'Hello' }))).toEqual([
      403,
      NOT_A_PARTY,
    ]);
    expect(await write(world.guest, 'Hello')).toAnswer(401);
    expect(await world.sql('select 1 from public.messages')).toEqual([]);
  });

  test('a message has 1 to 2000 characters', async ({ bob, stored }) => {
    for (const text of ['', ' \n\t ']) {
      const { status, error } = await write(bob.client, text);
      expect([status, error?.message, error?.details]).toEqual([
        400,
        'Message is required',
        '{"code": "invalid_input", "path": "content"}',
      ]);
    }
    expect(await outcome(write(bob.client, 'x'.repeat(2001)))).toEqual([400, 'Message too long']);
    expect((await stored(await sent(bob, 'x'.repeat(2000)))).content).toHaveLength(2000);
  });

  test('a message sent again with its client id is the first one, also after the request was deleted', async ({
    anna,
    bob,
  }) => {
    const clientId = randomUUID();
    const id = await value(write(bob.client, 'Hello', clientId));
    expect(await value(write(bob.client, 'Hello', clientId))).toBe(id);
    await anna.client.from('posts').delete().eq('id', post);
    expect(await value(write(bob.client, 'Hello', clientId))).toBe(id);
    expect(await world.sql('select 1 from public.messages')).toHaveLength(1);
    expect(await notificationsOf(anna)).toHaveLength(1);
  });

  test('two people can use the same client id for their messages', async ({ anna, bob }) => {
    const clientId = randomUUID();
    const id = await value(write(bob.client, 'Hello', clientId));
    expect(await value(write(anna.client, 'Hello', clientId))).not.toBe(id);
  });

  test('a message updates the latest-message time of its quote', async ({ anna, bob, stored }) => {
    const latest = async () =>
      (await value(bob.client.from('quotes').select('last_message_at').eq('id', quote).single())).last_message_at;
    expect(await latest()).toBeNull();
    const id = await sent(anna);
    expect(await latest()).toBe((await stored(id)).created_at);
  });

  test('messages cannot be written past the functions', async ({ anna, bob }) => {
    const id = await sent(bob);
    const row = { quote_id: quote, sender_id: bob.id, recipient_id: anna.id, content: 'x', client_id: randomUUID() };
    expect(await bob.client.from('messages').insert(row)).toAnswer(403);
    expect(await bob.client.from('messages').update({ content: 'x' }).eq('id', id)).toAnswer(403);
    expect(await anna.client.from('messages').delete().eq('id', id)).toAnswer(403);
  });

  test('messages count against 30 a minute, refused ones and repeats do not', async ({ anna }) => {
    await world.sql(
      `update private.app_settings set value = jsonb_set(value, '{message,max}', '2') where key = 'rate_limits'`,
    );
    try {
      const clientId = randomUUID();
      for (let n = 0; n < 3; n += 1) expect(await write(anna.client, 'Hello', clientId)).toAnswer(200);
      expect(await write(anna.client, '')).toAnswer(400);
      expect(await write(anna.client, 'Second')).toAnswer(200);
      expect(await outcome(write(anna.client, 'Third'))).toEqual([
        429,
        'Too many requests. Please try again in 1 minute.',
      ]);
    } finally {
      await world.sql(
        `update private.app_settings set value = jsonb_set(value, '{message,max}', '30') where key = 'rate_limits'`,
      );
    }
    expect(await world.sql('select 1 from public.messages')).toHaveLength(2);
    const [limit] = await world.sql(
      `select value -> 'message' as rule from private.app_settings where key = 'rate_limits'`,
    );
    expect(limit).toEqual({ rule: { max: 30, seconds: 60 } });
  });
});

describe('the notification of a message', () => {
  test('the notification of a message leads the owner to the post and the supplier to the quote', async ({
    anna,
    bob,
  }) => {
    const toAnna = await sent(bob);
    const toBob = await sent(anna);
    expect(await notificationsOf(anna)).toEqual([
      {
        message: 'New message from bob about "Steel pipes"',
        data: { type: 'message', messageId: toAnna, postId: post },
        read_at: null,
      },
    ]);
    expect(await notificationsOf(bob)).toEqual([
      {
        message: 'New message from anna about "Steel pipes"',
        data: { type: 'message', messageId: toBob, quoteId: quote },
        read_at: null,
      },
    ]);
  });

  test('a notification is read as soon as its message is', async ({ anna, bob }) => {
    await sent(bob, 'One');
    await sent(bob, 'Two');
    await sent(anna);
    await value(anna.client.rpc('mark_messages_read', { quote_id: quote }));
    expect((await notificationsOf(anna)).map(({ read_at }) => read_at !== null)).toEqual([true, true]);
    expect((await notificationsOf(bob)).map(({ read_at }) => read_at !== null)).toEqual([false]);
  });
});

describe('a conversation whose request was deleted', () => {
  const CLOSED = 'The request was deleted, so this conversation is closed';

  test('a conversation whose request was deleted is read-only for both, and says why', async ({ anna, bob }) => {
    const id = await sent(bob);
    expect((await bob.client.rpc('conversation_closed_reason', { quote_id: quote })).data).toBeNull();
    await anna.client.from('posts').delete().eq('id', post);
    for (const person of [anna, bob]) {
      expect(await outcome(write(person.client, 'Still there?'))).toEqual([409, CLOSED]);
      expect(await value(person.client.rpc('conversation_closed_reason', { quote_id: quote }))).toBe(CLOSED);
      expect(await value(person.client.from('messages').select('content'))).toEqual([{ content: 'Hello' }]);
    }
    expect(await outcome(bob.client.rpc('edit_message', { message_id: id, content: 'x' }))).toEqual([409, CLOSED]);
    expect(await outcome(bob.client.rpc('delete_message', { message_id: id }))).toEqual([409, CLOSED]);
    expect(await value(anna.client.rpc('mark_messages_read', { quote_id: quote }))).toBe(1);
  });

  test('whoever is sent thousands of messages reads them in steps, the newest first', async ({ anna, bob }) => {
    await world.sql(
      `insert into public.messages (quote_id, sender_id, recipient_id, content, client_id)
       select ${quote}, ${bob.id}, ${anna.id}, 'Flood', gen_random_uuid() from generate_series(1, 2100)`,
    );
    const last = await sent(bob);
    expect(await value(anna.client.rpc('mark_messages_read', { quote_id: quote }))).toBe(READ_AT_ONCE);
    expect(await value(anna.client.from('messages').select('read_at').eq('id', last))).not.toEqual([{ read_at: null }]);
    expect(await value(anna.client.rpc('mark_messages_read', { quote_id: quote }))).toBe(101);
    expect(await value(anna.client.rpc('unread_messages'))).toEqual([]);
  });

  test('a conversation goes on while the post is only hidden', async ({ bob, adam }) => {
    await adam.client.rpc('hide_post', { post_id: post });
    expect(await write(bob.client, 'Why is it hidden?')).toAnswer(200);
  });
});

describe('editing and deleting', () => {
  const edit = (person: Person, id: number, content = 'Better') =>
    outcome(person.client.rpc('edit_message', { message_id: id, content }));
  const remove = (person: Person, id: number) => outcome(person.client.rpc('delete_message', { message_id: id }));

  test('the sender edits and deletes a message within 15 minutes', async ({ bob, stored }) => {
    const id = await sent(bob);
    await timePasses('14 minutes 50 seconds');
    expect(await edit(bob, id, ' Better ')).toEqual([204]);
    expect(await stored(id)).toMatchObject({ content: 'Better', edited_at: expect.any(String) });
    await timePasses('10 seconds');
    expect(await edit(bob, id)).toEqual([403, TOO_LATE]);
    expect(await remove(bob, id)).toEqual([403, TOO_LATE]);
    expect((await stored(id)).content).toBe('Better');
  });

  test('the recipient cannot edit or delete a message; to others it does not exist', async ({
    anna,
    bob,
    carl,
    adam,
    stored,
  }) => {
    const id = await sent(bob);
    for (const change of [edit, remove]) {
      expect(await change(anna, id)).toEqual([403, 'You can only change your own messages']);
      for (const person of [carl, adam]) expect(await change(person, id)).toEqual([404, 'Message not found']);
      expect(await change(bob, 999_999)).toEqual([404, 'Message not found']);
    }
    expect(await world.guest.rpc('delete_message', { message_id: id })).toAnswer(401);
    expect(await world.guest.rpc('edit_message', { message_id: id, content: 'x' })).toAnswer(401);
    expect(await stored(id)).toMatchObject({ content: 'Hello', edited_at: null, deleted_at: null });
  });

  test('an edit to the same text does not mark a message as edited, an edit to no text is refused', async ({
    bob,
    stored,
  }) => {
    const id = await sent(bob);
    expect(await edit(bob, id, 'Hello')).toEqual([204]);
    expect(await edit(bob, id, ' ')).toEqual([400, 'Message is required']);
    expect(await edit(bob, id, 'x'.repeat(2001))).toEqual([400, 'Message too long']);
    expect(await stored(id)).toMatchObject({ content: 'Hello', edited_at: null });
  });

  test('a deleted message loses its text for good, keeps its place, and no longer counts as unread', async ({
    anna,
    bob,
    stored,
  }) => {
    const id = await sent(bob, 'Our secret price is 12');
    await sent(bob, 'Second');
    expect(await remove(bob, id)).toEqual([204]);
    expect(await stored(id)).toMatchObject({ content: '', deleted_at: expect.any(String) });
    expect(await world.sql(`select 1 from public.messages where content like '%secret%'`)).toEqual([]);
    expect(await unread(anna)).toMatchObject([{ unread: 1 }]);
    expect(await remove(bob, id)).toEqual([204]);
    expect(await edit(bob, id)).toEqual([409, 'This message was deleted']);
  });
});

describe('unread messages', () => {
  test('unread messages are counted per quote for the recipient until they are read', async ({
    anna,
    bob,
    carl,
    stored,
  }) => {
    await sent(bob, 'One');
    const second = await sent(bob, 'Two');
    await sent(anna, 'Answer');
    expect(await unread(anna)).toEqual([{ quote_id: quote, post_id: post, is_sent: false, unread: 2 }]);
    expect(await unread(bob)).toEqual([{ quote_id: quote, post_id: post, is_sent: true, unread: 1 }]);
    expect(await unread(carl)).toEqual([]);
    expect(await world.guest.rpc('unread_messages')).toAnswer(401);

    // What has arrived since the page was read stays unread.
    const third = await sent(bob, 'Three');
    expect(await value(anna.client.rpc('mark_messages_read', { quote_id: quote, up_to: second }))).toBe(2);
    expect(await unread(anna)).toMatchObject([{ unread: 1 }]);
    const readAt = (await stored(second)).read_at;
    expect(await value(anna.client.rpc('mark_messages_read', { quote_id: quote }))).toBe(1);
    expect(await value(anna.client.rpc('mark_messages_read', { quote_id: quote }))).toBe(0);
    expect(await unread(anna)).toEqual([]);
    expect([(await stored(second)).read_at, (await stored(third)).read_at]).toEqual([readAt, expect.any(String)]);
    expect(await unread(bob)).toMatchObject([{ unread: 1 }]);
  });
});
