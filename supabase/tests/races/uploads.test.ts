import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';
import { mutate, race } from './race.ts';

/* A post takes a picture that has lain unused for a day at the very moment when housekeeping looks for such pictures. */
const ROUNDS = 10;

let database: RealDatabase;
let anna: SqlPerson;

beforeEach(async () => {
  database = await openRealDatabase();
  anna = await database.person('anna');
});

afterEach(() => database.close());

/** How many posts show a picture that is about to be removed. */
async function dangling(): Promise<number> {
  await database.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
  const clients = [await database.connectAs(anna), await database.connectAs('service_role')];
  for (let round = 0; round < ROUNDS; round += 1) {
    const path = `${anna.authId}/${randomUUID()}.png`;
    await database.sql(
      `insert into storage.objects (bucket_id, name, owner_id, created_at) values ('post-images', $1, $2, now() - interval '25 hours')`,
      [path, anna.authId],
    );
    await race(database, clients, (place) =>
      place === 0
        ? `insert into public.posts (title, description, category, country, delivery_address, images) values ('x', 'x', 'food', 'vn', 'x', array['${path}'])`
        : 'select * from public.doom_unused_uploads()',
    );
  }
  const [found] = await database.sql<{ n: number }>(
    `select count(*)::int as n from public.posts p join private.doomed_uploads d on d.name = any (p.images)`,
  );
  return found?.n ?? NaN;
}

test('no row is left with a picture that housekeeping removes', async () => {
  expect(await dangling()).toBe(0);
});

test('would be, if the row did not hold its picture', async () => {
  await mutate(database, 'private.is_own_upload(text, text)', 'for key share', '');
  expect(await dangling()).toBe(ROUNDS);
});
