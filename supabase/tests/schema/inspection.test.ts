import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

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

/** What is to be looked into next. */
const ask = (limit: number) =>
  database.sql<{ id: string; name: string }>(`select id, name from private.uploads_to_inspect(${limit})`);

test('the inspection sees all new files, each once, and stops behind the last', async () => {
  const seen = new Set<string>();
  for (let left = FILES; left > 0; left -= 1_000) {
    const files = await ask(1_000);
    for (const { name } of files) seen.add(name);
    await database.sql('select private.finish_inspection($1, $2)', [files.map(({ id }) => id), '[]']);
  }
  expect(seen.size).toBe(FILES);
  expect(await ask(1_000)).toEqual([]);
});

test('the inspection finds a new file among 100,000 by a handful of pages, and none as fast', async () => {
  await database.sql('vacuum analyze');
  const pages = async () => {
    const [answer] = await database.sql<{
      'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
    }>('explain (analyze, buffers, format json) select * from private.uploads_to_inspect(50)');
    const plan = answer?.['QUERY PLAN'][0].Plan;
    return (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN);
  };
  expect(await pages()).toBeLessThan(20);
  await database.sql(`insert into storage.objects (bucket_id, name) values ('post-images', 'new.png')`);
  expect(await ask(50)).toMatchObject([{ name: 'new.png' }]);
  expect(await pages()).toBeLessThan(20);
});

test('the inspection checks a file with new content again, once, and not one that was merely read', async () => {
  const [known] = await ask(1);
  await database.sql('select private.finish_inspection($1, $2)', [[known?.id], '[]']);
  await database.sql(`update storage.objects set last_accessed_at = now() where name = 'new.png'`);
  expect(await ask(50)).toEqual([]);
  const ids: (string | undefined)[] = [];
  for (const version of ['a', 'b']) {
    await database.sql(`select private.leave_overwrite_pass('post-images', 'new.png')`);
    await database.sql(`update storage.objects set version = $1 where name = 'new.png'`, [version]);
    const found = await ask(50);
    expect(found.map(({ name }) => name)).toEqual(['new.png']);
    ids.push(found[0]?.id);
  }
  // An inspection of the former content ends without the new one.
  await database.sql('select private.finish_inspection($1, $2)', [[ids[0]], '[]']);
  expect(await ask(50)).toEqual([expect.objectContaining({ id: ids[1] })]);
});
