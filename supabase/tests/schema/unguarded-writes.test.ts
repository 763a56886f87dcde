import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';
import { unguardedWritesOf } from '../support/postgres/unguarded-writes.ts';

let database: RealDatabase;
beforeAll(async () => {
  database = await openRealDatabase();
});
afterAll(() => database.close());

test('no function updates or deletes without `where`, which hosted Supabase refuses', async () => {
  const { looked, found } = await unguardedWritesOf(database);
  expect(found).toEqual([]);
  // All of them were read, in both languages.
  expect(looked).toBeGreaterThan(200);
});

describe('would notice', () => {
  test.each([
    ['a statement of PL/pgSQL', 'plpgsql', 'begin update public.posts set title = title; end', 'update public.posts'],
    [
      'one that answers into a variable',
      'plpgsql',
      'declare v text; begin delete from public.posts returning title into v; end',
      'delete public.posts',
    ],
    [
      'one in a loop',
      'plpgsql',
      'declare r record; begin for r in update public.posts set title = title returning id loop null; end loop; end',
      'update public.posts',
    ],
    [
      'one inside `with`',
      'plpgsql',
      'declare v bigint; begin with x as (delete from public.posts returning id) select id into v from x; end',
      'delete public.posts',
    ],
    [
      'one of a branch',
      'plpgsql',
      'begin if exists (select 1 from public.posts) then delete from public.posts; end if; exception when others then null; end',
      'delete public.posts',
    ],
    ['one that is executed', 'plpgsql', `begin execute format('delete from %I', 'posts'); end`, 'delete placeholder'],
    [
      'one that is executed with a query that it is given',
      'plpgsql',
      `begin execute format('with x as (select * from (%s) as y) delete from posts', 'select 1'); end`,
      'delete posts',
    ],
    ['one that is executed and cannot be read', 'plpgsql', `begin execute 'update ' || 'posts'; end`, 'unreadable'],
    ['a statement of SQL', 'sql', 'select 1; update public.posts set title = title', 'update public.posts'],
    [
      'one beside one that is guarded',
      'sql',
      'delete from public.posts where id = 1; delete from public.post_likes',
      'delete public.post_likes',
    ],
  ])('%s', async (_what, language, body, expected) => {
    await database.sql('begin');
    try {
      await database.sql(
        `create function private.careless() returns void language ${language} set search_path = '' as $body$ ${body} $body$`,
      );
      const { found } = await unguardedWritesOf(database);
      expect(found).toEqual([expect.stringContaining(`private.careless(): ${expected}`)]);
    } finally {
      await database.sql('rollback');
    }
  });
});
