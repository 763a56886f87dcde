import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type pg from 'pg';
import { bulkLoad } from '../support/postgres/bulk-load.ts';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';
import { race, tally } from './race.ts';

/* A broadcast to everybody, of whom there are a hundred thousand, sent by several jobs at once. */
const RECEIVERS = 100_000;
/** How many receivers a request does by itself; the others are left to the jobs. */
const FIRST_BATCH = 500;

let database: RealDatabase;
let adam: SqlPerson;
let admin: pg.Client;

beforeEach(async () => {
  database = await openRealDatabase();
  adam = await database.person('adam', 'admin');
  admin = await database.connectAs(adam);
});

afterEach(() => database.close());

async function crowd(size: number): Promise<void> {
  await bulkLoad(database.sql, () =>
    database.sql(
      `
    with people as (
      insert into public.profiles (auth_id, username, country)
      select gen_random_uuid(), 'user' || n, case when n % 2 = 0 then 'vn' else 'de' end from generate_series(1, $1::int) as n returning id, auth_id, username),
    accounts as (insert into public.accounts (profile_id, email) select id, username || '@example.com' from people)
    insert into auth.users (id, email, email_confirmed_at) select auth_id, username || '@example.com', now() from people`,
      [size],
    ),
  );
  await database.sql('analyze');
}

async function number(query: string): Promise<number> {
  const [row] = await database.sql<{ value: number }>(query);
  return row?.value ?? NaN;
}

const unfinished = () =>
  number(`select count(*)::int as value from private.broadcasts where status in ('scheduled', 'sending')`);

describe('a broadcast to 100,000', () => {
  beforeEach(() => crowd(RECEIVERS));

  test('a broadcast to 100,000 is accepted at once, reaches everybody once by many jobs, and is taken back', async () => {
    await admin.query(
      `select public.create_broadcast('{"message": "Maintenance on Sunday", "audience": "all", "with_email": true}')`,
    );
    expect(await number('select count(*)::int as value from public.notifications')).toBe(FIRST_BATCH);
    expect(await number('select count(*)::int as value from private.mail_outbox')).toBe(FIRST_BATCH);

    const jobs = await Promise.all(Array.from({ length: 4 }, () => database.connectAs('service_role')));
    while ((await unfinished()) > 0) {
      expect(tally(await race(database, jobs, `select public.housekeep('broadcasts')`))).toEqual({ ok: jobs.length });
    }
    expect(await number('select count(*)::int as value from public.notifications')).toBe(RECEIVERS + 1);
    expect(await number('select count(distinct user_id)::int as value from public.notifications')).toBe(RECEIVERS + 1);
    expect(await number('select delivered as value from private.broadcasts')).toBe(RECEIVERS + 1);
    expect(await number('select count(distinct recipient)::int as value from private.mail_outbox')).toBe(RECEIVERS + 1);
    expect(await number('select count(*)::int as value from private.mail_outbox')).toBe(RECEIVERS + 1);

    await database.sql('update public.notifications set read_at = now() where id % 10 = 0');
    expect(await number('select read_count as value from private.broadcasts')).toBe(
      await number('select count(*)::int as value from public.notifications where read_at is not null'),
    );

    const unread = () => number('select count(*)::int as value from public.notifications where read_at is null');
    const before = await unread();
    await admin.query('select public.delete_broadcast((select id from public.list_broadcasts()))');
    expect(await unread()).toBe(before - FIRST_BATCH);
    expect(await number('select count(*)::int as value from private.mail_outbox')).toBe(RECEIVERS + 1 - FIRST_BATCH);
    while ((await number(`select count(*)::int as value from private.broadcasts where not is_cleared`)) > 0) {
      expect(tally(await race(database, jobs, `select public.housekeep('broadcasts')`))).toEqual({ ok: jobs.length });
    }
    expect(await unread()).toBe(0);
    expect(await number('select count(*)::int as value from public.notifications')).toBeGreaterThan(0);
    expect(await number('select count(*)::int as value from private.mail_outbox')).toBe(0);
  });
});

describe('a broadcast to one country', () => {
  test('a broadcast reaches nobody twice, even when a job loses its place', async () => {
    await crowd(50);
    await admin.query(
      `select public.create_broadcast('{"message": "Hello", "audience": "country", "audience_values": ["vn"]}')`,
    );
    await database.sql(`update private.broadcasts set status = 'sending', last_user_id = 0, delivered = 0`);
    await database.sql(`select public.housekeep('broadcasts')`);
    expect(await number('select count(*)::int as value from public.notifications')).toBe(26);
  });
});
