import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRealDatabase, type RealDatabase } from '../support/postgres/real-database.ts';

/*
 * What people write is folded, cut into words and searched for signs before any limit of its length is asked. The functions
 * come from the catalog, the letters from all of Unicode: those that become the most letters, and some of each script.
 */
let database: RealDatabase;

/**
 * Letters of a text, more than any field takes. A function that takes longer than WORK_MS is compared with itself on a
 * quarter of the text, so that a busy machine slows down both: what takes the square takes 16 times as long.
 */
const LENGTH = 20_000;
const WORK_MS = 500;
const MAX_GROWTH = 8;

beforeAll(async () => {
  database = await openRealDatabase();
  await database.sql(`
    create function private.work_of(p_function text, p_text text) returns interval language plpgsql as $$
    declare
      v_start timestamptz := clock_timestamp();
    begin
      begin
        execute format('select count(*) from private.%I($1)', p_function) using p_text;
      exception when others then
        null;
      end;
      return clock_timestamp() - v_start;
    end $$;
    create function private.is_quick(p_function text, p_text text) returns boolean language plpgsql as $$
    declare
      v_work interval;
    begin
      -- Whatever else the machine does takes part in one of them.
      for i in 1..3 loop
        v_work := private.work_of(p_function, p_text);
        if v_work < interval '${WORK_MS} ms'
          or v_work < ${MAX_GROWTH} * private.work_of(p_function, left(p_text, length(p_text) / 4)) then
          return true;
        end if;
      end loop;
      return false;
    end $$`);
});
afterAll(() => database.close());

const letters = (from: number, to: number, step: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => String.fromCodePoint(from + n * step)).filter(
    (letter) => !/\p{Cn}|\p{Cs}|\p{Co}|\0/u.test(letter),
  );
const EXPANDING = letters(1, 0xffff, 1)
  .toSorted((a, b) => b.normalize('NFKD').length - a.normalize('NFKD').length)
  .slice(0, 3);
const REPEATED = [...EXPANDING, ...letters(9, 0x2fa00, 0x2fa3), 'a.', '1½', '1.2 ', '@a'];
/** Many letters of one script, in no order. */
const mixed = (start: number) => {
  const some = letters(start, start + 0x1000, 1);
  return Array.from({ length: LENGTH }, (_, n) => some[(n * 7_919) % some.length]).join('');
};
const TEXTS = [
  ...REPEATED.map((letter) => letter.repeat(LENGTH / letter.length)),
  ...[0x21, 0xe01, 0x4e00, 0xac00].map(mixed),
];

test('no function of a text takes the square of its length', { timeout: 120_000 }, async () => {
  const found = await database.sql<{ name: string; text: string; is_quick: boolean }>(
    `select p.proname as name, left(t.text, 2) as text, private.is_quick(p.proname, t.text)
     from pg_proc p cross join unnest($1::text[]) as t (text)
     where p.pronamespace = 'private'::regnamespace and p.prokind = 'f' and p.provolatile = 'i'
       and p.proargtypes[0] = 'text'::regtype and p.pronargs - p.pronargdefaults = 1`,
    [TEXTS],
  );
  expect(new Set(found.map(({ name }) => name)).size).toBeGreaterThan(30);
  expect(found.filter(({ is_quick }) => !is_quick)).toEqual([]);
});

test('the words of a post are made when its texts change, and not when it is hidden or closed', async () => {
  const anna = await database.person('anna');
  await database.sql(
    `insert into public.posts (user_id, title, description, category, country, delivery_address)
     values ($1, 'Steel', 'x', 'food', 'vn', 'x')`,
    [anna.id],
  );
  await database.sql(`create or replace function private.search_vector(p_text text) returns tsvector language plpgsql immutable
    parallel safe as $$ begin raise exception 'words'; end $$`);
  await database.sql(`update public.posts set is_hidden = true, hidden_by = user_id, updated_at = now()`);
  await database.sql(`update public.posts set title = title, closed_at = now(), closed_reason = 'no_need'`);
  await expect(database.sql(`update public.posts set title = 'Iron'`)).rejects.toThrow('words');
});
