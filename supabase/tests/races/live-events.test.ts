/** Writes on a real Postgres while Realtime is missing or busy, and writes that reach many. */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bulkLoad } from '../support/postgres/bulk-load.ts';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';

let database: RealDatabase;
let anna: SqlPerson;
let bob: SqlPerson;
let supplier: pg.Client;
let listener: pg.Client;
let quote: number;
let heard: string[];

beforeEach(async () => {
  database = await openRealDatabase();
  [anna, bob] = [await database.person('anna'), await database.person('bob')];
  const buyer = await database.connectAs(anna);
  supplier = await database.connectAs(bob);
  const post = await buyer.query<{ id: number }>(
    `insert into public.posts (title, description, category, country, delivery_address)
     values ('Steel', 'x', 'industrial', 'vn', 'x') returning id`,
  );
  const sent = await supplier.query<{ quote_id: number }>(
    `select quote_id from public.submit_quote(jsonb_build_object('post_id', $1::bigint)
      || '{"price_text": "1 USD", "quantity_text": "1", "delivery_time": "5 days", "description": "In stock"}')`,
    [post.rows[0]?.id],
  );
  quote = sent.rows[0]?.quote_id ?? 0;
  heard = [];
  listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  listener.on('notification', ({ payload = '' }) => {
    const { topic, event } = JSON.parse(payload);
    heard.push(`${topic} ${event}`);
  });
  await listener.query('listen realtime');
});

afterEach(async () => {
  await listener.end();
  await database.close();
});

const say = () => supplier.query('select public.send_message($1, $2)', [quote, 'Hello']);
const stored = async () =>
  (await database.sql<{ count: number }>('select count(*)::int as count from public.messages'))[0]?.count;

test('a message is stored in a database without Realtime [A733]', async () => {
  await database.sql('drop schema realtime cascade');
  await say();
  expect(await stored()).toBe(1);
});

test('a message neither waits nor fails while the table of Realtime is locked [A733]', async () => {
  await database.sql('begin');
  await database.sql('lock table realtime.messages in access exclusive mode');
  await supplier.query(`set statement_timeout = '3s'`);
  await say();
  await database.sql('commit');
  expect(await stored()).toBe(1);
  await say();
  // The events of the first message are lost, those of the second are not.
  await expect
    .poll(() => heard.filter((each) => each.endsWith('messages')).sort())
    .toEqual([`user:${anna.id} messages`, `user:${bob.id} messages`]);
});

test('an event that Realtime cannot take fails no write [A733]', async () => {
  await database.sql(
    `create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
     language plpgsql as $$ begin raise exception 'broken'; end $$`,
  );
  await say();
  expect(await stored()).toBe(1);
});

test('notifications for 5,000 users are at most 50 events, and broadcasts none [A733]', async () => {
  await bulkLoad(database.sql, () =>
    database.sql(
      `with people as (
        insert into public.profiles (auth_id, username, country)
        select gen_random_uuid(), 'user' || n, 'vn' from generate_series(1, 5000) as n returning id, username)
      insert into public.accounts (profile_id, email) select id, username || '@example.com' from people`,
    ),
  );
  const admin = await database.connectAs(await database.person('adam', 'admin'));
  await admin.query(`select public.create_broadcast('{"message": "Maintenance on Sunday", "audience": "all"}')`);
  await database.sql(`select public.housekeep('broadcasts')`);
  await listener.query('select 1');
  expect(heard.filter((each) => each.endsWith('notifications'))).toEqual([]);
  await database.sql(
    `insert into public.notifications (user_id, message) select p.id, 'News' from public.profiles p where p.username like 'user%'`,
  );
  await expect.poll(() => heard.filter((each) => each.endsWith('notifications')).length).toBe(50);
});

test('a transaction tells each event once', async () => {
  await database.sql(
    `insert into public.messages (quote_id, sender_id, recipient_id, content, client_id)
     select $1, $2, $3, 'Hello', gen_random_uuid() from generate_series(1, 30)`,
    [quote, bob.id, anna.id],
  );
  await expect
    .poll(() => [...heard].sort())
    .toEqual([`user:${anna.id} messages`, `user:${anna.id} notifications`, `user:${bob.id} messages`]);
});
