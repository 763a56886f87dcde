import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type pg from 'pg';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';
import { mutate, race, tally } from './race.ts';

/* Many senders take mails from one queue: each mail goes out once, and no more than the day allows. */
const N = 20;

let database: RealDatabase;
let anna: SqlPerson;
let senders: pg.Client[];

beforeEach(async () => {
  database = await openRealDatabase();
  anna = await database.person('anna');
  senders = await Promise.all(Array.from({ length: N }, () => database.connectAs('service_role')));
});

afterEach(() => database.close());

const queue = (count: number) =>
  database.sql(`select private.queue_mail($1, 'post_hidden', '{}') from generate_series(1, $2)`, [anna.id, count]);

async function number(query: string): Promise<number> {
  const [row] = await database.sql<{ value: number }>(query);
  return row?.value ?? NaN;
}

/** All senders claim at once, again and again, until nobody gets anything; ids in the order of the claims. */
async function claimAll(): Promise<number[]> {
  const claimed: number[] = [];
  for (;;) {
    const finishes = await race<{ mail_id: number }>(database, senders, 'select mail_id from public.claim_mail()');
    expect(tally(finishes)).toEqual({ ok: N });
    const ids = finishes.flatMap(({ rows }) => rows.map(({ mail_id }) => mail_id));
    if (ids.length === 0) return claimed;
    claimed.push(...ids);
  }
}

describe('the queue of mails', () => {
  test('exactly one of 20 senders gets each mail', async () => {
    await queue(90);
    const claimed = await claimAll();
    expect(claimed).toHaveLength(90);
    expect(new Set(claimed).size).toBe(90);
    expect(
      await number(`select count(*)::int as value from private.mail_outbox where status = 'sending' and attempts = 1`),
    ).toBe(90);
  });

  test('one mail would go to many senders without the lock', async () => {
    await queue(10);
    // These mails are none of an account's own, which the function looks for first.
    const order = "order by o.template = 'broadcast', o.next_attempt_at, o.id\n      limit 1";
    await mutate(database, 'private.claim_mail(bigint, text, boolean)', `${order} for update skip locked`, order);
    const claimed = await claimAll();
    expect(claimed.length).toBeGreaterThan(new Set(claimed).size);
  });

  test('the senders stop exactly at the daily cap', async () => {
    await database.sql('update private.mail_settings set daily_cap = 13');
    await queue(40);
    expect(await claimAll()).toHaveLength(13);
    expect(await number(`select count(*)::int as value from private.mail_outbox where status = 'queued'`)).toBe(27);
  });

  test('the daily cap holds back no mail about the security of an account', async () => {
    await database.sql('update private.mail_settings set daily_cap = 1');
    await queue(20);
    await database.sql(`select private.queue_mail(${anna.id}, 'password_changed', '{}')`);
    expect(await claimAll()).toHaveLength(2);
    expect(
      await database.sql(`select template from private.mail_outbox where status = 'sending' order by template`),
    ).toEqual([{ template: 'password_changed' }, { template: 'post_hidden' }]);
  });

  test('messages that arrive at the same moment are collected in one mail', async () => {
    const owners = await Promise.all(Array.from({ length: N }, () => openOwner()));
    expect(
      tally(
        await race(
          database,
          owners,
          (place) =>
            `select private.notify(${anna.id}, 'New message from bob ${place}', '{"type": "message", "messageId": ${place}}')`,
        ),
      ),
    ).toEqual({ ok: N });
    expect(
      await database.sql(
        `select (data ->> 'count')::int as count, jsonb_array_length(data -> 'items') as listed from private.mail_outbox`,
      ),
    ).toEqual([{ count: N, listed: N }]);
  });
});

async function openOwner(): Promise<pg.Client> {
  const client = await database.connectAs('anon');
  await client.query('reset role');
  return client;
}
