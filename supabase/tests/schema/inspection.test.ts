import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRealDatabase, type RealDatabase } from '../support/real-postgres.ts';

/* The job that looks into new files, with many of them there (see tests/api/housekeeping.test.ts for what it does). */
let database: RealDatabase;
const FILES = 100_000;

beforeAll(async () => {
  database = await openRealDatabase();
  await database.sql(`insert into storage.objects (bucket_id, name, created_at)
    select 'post-images', gen_random_uuid() || '/' || gen_random_uuid() || '.png', now() - interval '1 hour' from generate_series(1, ${FILES})`);
  await database.sql('analyze storage.objects');
});

afterAll(() => database.close());

it('goes through files that all came at one moment, such as those of a backup, and stops behind the last', async () => {
  const seen = new Set<string>();
  for (let batch = 0; batch < 5; batch += 1) {
    const files = await database.sql<{ id: string; created_at: string }>('select id, created_at::text from private.uploads_to_inspect(1000)');
    for (const { id } of files) seen.add(id);
    const last = files.at(-1);
    await database.sql('select private.finish_inspection($1, $2, $3)', [last?.created_at, last?.id, '[]']);
  }
  expect(seen.size).toBe(5_000);
  const [end] = await database.sql<{ id: string; created_at: string }>('select id, created_at::text from storage.objects order by created_at desc, id desc limit 1');
  await database.sql('select private.finish_inspection($1, $2, $3)', [end?.created_at, end?.id, '[]']);
  expect(await database.sql('select 1 from private.uploads_to_inspect(1000)')).toEqual([]);
  // An older answer, such as that of a run that was slow, takes nothing back.
  await database.sql(`select private.finish_inspection(now() - interval '2 hours', $1, '[]')`, [end?.id]);
  expect(await database.sql('select 1 from private.uploads_to_inspect(1000)')).toEqual([]);
});

it('finds the next ones among 100,000 far within the 8 s that a statement has', async () => {
  await database.sql(`update private.inspected_until set created_at = '-infinity' where is_only`);
  const started = performance.now();
  expect(await database.sql('select 1 from private.uploads_to_inspect(50)')).toHaveLength(50);
  // About 100 ms.
  expect(performance.now() - started).toBeLessThan(2_000);
});
