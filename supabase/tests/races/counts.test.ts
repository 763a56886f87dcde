import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';
import { mutate } from './race.ts';

/*
 * Many people do at the same time whatever changes a post or a review, in any order and as fast as they can. Nobody may wait in a
 * circle, and afterwards every count is the number of what it counts. A failure prints the seed; how the processes met is not in it.
 */
const OWNERS = 8;
const ADMINS = 3;
const STEPS = 40;
const PLACES = ['vn/food', 'us/food', 'vn/energy', 'us/energy'];
/** Where blocks of ids of all sizes begin. */
const BORDERS = [1000, 5000, 20_000, 50_000];

let database: RealDatabase;
let owners: SqlPerson[];
let admins: SqlPerson[];

beforeEach(async () => {
  database = await openRealDatabase();
  owners = [];
  admins = [];
  for (let n = 0; n < OWNERS; n += 1) owners.push(await database.person(`owner${n}`));
  for (let n = 0; n < ADMINS; n += 1) admins.push(await database.person(`chief${n}`, 'main_admin'));
  await database.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
});
afterEach(() => database.close());

/** Each count with what it should be, where the two differ. */
const wrong = {
  totals: `
    select * from (select country, category, visible_count from public.post_totals) as t
    full join (select country, category, count(*)::int as counted from public.posts where not is_hidden group by 1, 2) as c using (country, category)
    where visible_count is distinct from counted`,
  blocks: `
    select * from (select country, category, span, block, sum(visible_count)::int as visible, sum(hidden_count)::int as hidden
      from private.post_blocks group by 1, 2, 3, 4) as b
    full join private.counted_post_blocks c using (country, category, span, block)
    where (coalesce(visible, 0), coalesce(hidden, 0)) <> (coalesce(c.visible_count, 0), coalesce(c.hidden_count, 0))`,
  counters: `
    select * from public.post_counters c full join public.posts p on p.id = c.post_id
    where (c.is_hidden, c.hidden_owner_id) is distinct from (p.is_hidden, case when p.is_hidden then p.user_id end)
      or c.likes is distinct from (select count(*) from public.post_likes l where l.post_id = p.id)
      or c.quotes is distinct from (select count(*) from public.quotes q where q.post_id = p.id)`,
  ratings: `
    select p.id from public.profiles p
    left join (select reviewed_user_id, count(*) as ratings, sum(rating) as sum from public.reviews where hidden_at is null group by 1) r
      on r.reviewed_user_id = p.id
    where (p.rating_count, p.rating_sum) <> (coalesce(r.ratings, 0), coalesce(r.sum, 0))`,
  people: `
    select a.profile_id from public.accounts a
    where a.post_count <> (select count(*) from public.posts p where p.user_id = a.profile_id)
      or a.quote_count <> (select count(*) from public.quotes q where q.supplier_id = a.profile_id)`,
};
async function findWrong(): Promise<string[]> {
  const found: string[] = [];
  for (const [name, query] of Object.entries(wrong)) if ((await database.sql(query)).length > 0) found.push(name);
  return found;
}

const insert = (columns: string, values: string) =>
  `insert into public.posts (title, description, delivery_address, category, country${columns}) values ('x', 'x', 'x', ${values})`;
const place = (at: string) => {
  const [country = '', category = ''] = at.split('/');
  return { country, category };
};

/** What people do by themselves: each in a transaction of its own, as requests are. */
const act = fc.record({
  act: fc.constantFrom(
    'post',
    'post',
    'post',
    'edit',
    'hide',
    'unhide',
    'delete',
    'like',
    'unlike',
    'quote',
    'accept',
    'withdraw',
    'ask',
    'review',
    'unreview',
    'company',
  ),
  place: fc.constantFrom(...PLACES),
  which: fc.nat({ max: 9 }),
});
const adminAct = fc.record({
  act: fc.constantFrom('hide all', 'hide', 'unhide some', 'delete some', 'hide review', 'delete user'),
  which: fc.nat({ max: 9 }),
  place: fc.constantFrom(...PLACES),
});

/** One of the newest of some rows, by a place in them. */
const one = (which: number, condition: string, table = 'posts p') =>
  `(select id from public.${table} where ${condition} order by id desc offset ${which} limit 1)`;
const mine = 'p.user_id = private.current_profile_id()';

function statementOf({ act: what, which, place: at }: { act: string; which: number; place: string }): string {
  const { country, category } = place(at);
  const some = `array(select p.id from public.posts p where p.is_hidden order by p.id desc offset ${which} limit 5)`;
  const user = owners[which % OWNERS];
  switch (what) {
    case 'post':
      return insert('', `'${category}', '${country}'`);
    case 'edit':
      return `update public.posts set country = '${country}', category = '${category}' where id = ${one(which, mine)}`;
    case 'hide':
    case 'unhide':
      return `select public.${what}_post(${one(which, what === 'hide' ? mine : `${mine} and p.is_hidden`)})`;
    case 'delete':
      return `delete from public.posts where id = ${one(which, mine)}`;
    case 'like':
    case 'unlike':
      return `select public.set_post_like(${one(which, 'not p.is_hidden')}, ${what === 'like'})`;
    case 'quote':
      return `select public.submit_quote(jsonb_build_object('post_id', ${one(which, 'not p.is_hidden')},
        'description', 'x', 'price_text', '1', 'quantity_text', '1', 'delivery_time', 'x'))`;
    case 'accept':
      return `select public.accept_quote(${one(which, 'q.post_owner_id = private.current_profile_id()', 'quotes q')}, false, 1)`;
    case 'withdraw':
      return `select public.withdraw_quote(${one(which, 'q.supplier_id = private.current_profile_id()', 'quotes q')})`;
    case 'ask':
      return `select public.ask_question(${one(which, 'not p.is_hidden')}, 'How much?')`;
    case 'review':
      return `select public.submit_review(${user?.id}, ${1 + (which % 5)}, 'Good partner')`;
    case 'unreview':
      return `select public.delete_review(${one(which % 3, 'r.reviewer_id = private.current_profile_id()', 'reviews r')})`;
    case 'hide review':
      return `select public.hide_review(${one(which, 'true', 'reviews r')}, 'Spam')`;
    case 'company':
      return `update public.profiles set company_name = '${at}' where id = private.current_profile_id()`;
    case 'hide all':
      return `select public.hide_posts_of_user(${user?.id}, 'Spam')`;
    case 'unhide some':
      return `select public.unhide_posts(${some})`;
    case 'delete some':
      return `select public.delete_hidden_posts(${some}, 'Spam')`;
    default:
      // One of the people goes; of the others the name is not the right one.
      return `select public.delete_user(${user?.id}, 'owner0')`;
  }
}

/** Runs the steps of each connection one after the other, all connections at once; how often each error came. */
async function live(
  clients: readonly pg.Client[],
  lives: readonly (readonly string[])[],
): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  await Promise.all(
    clients.map(async (client, n) => {
      for (const statement of lives[n] ?? []) {
        try {
          await client.query(statement);
        } catch (error) {
          if (!(error instanceof pg.DatabaseError) || !error.code) throw error;
          codes[error.code] = (codes[error.code] ?? 0) + 1;
          await client.query('rollback');
        }
      }
    }),
  );
  return codes;
}

describe('what people and admins do at the same time', () => {
  test(
    'concurrent acts of people and admins are counted exactly, without deadlocks',
    { timeout: 120_000 },
    async () => {
      const clients = await Promise.all([...owners, ...admins].map((who) => database.connectAs(who)));
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(
            fc.constantFrom(...BORDERS),
            fc.array(fc.array(act, { minLength: STEPS, maxLength: STEPS }), { minLength: OWNERS, maxLength: OWNERS }),
            fc.array(fc.array(adminAct, { minLength: STEPS / 2, maxLength: STEPS / 2 }), {
              minLength: ADMINS,
              maxLength: ADMINS,
            }),
          ),
          async ([border, lives, adminLives]) => {
            await database.sql(
              `select setval('public.posts_id_seq', greatest(${border - 60}, nextval('public.posts_id_seq')))`,
            );
            const codes = await live(
              clients,
              [...lives, ...adminLives].map((steps) => steps.map(statementOf)),
            );
            expect(Object.keys(codes).filter((code) => !code.startsWith('PT') && code !== '42501')).toEqual([]);
            expect(await findWrong()).toEqual([]);
          },
        ),
        { numRuns: 3, endOnFailure: true },
      );
    },
  );
});

/** What a person with the rights of the database does: many rows at once, in transactions of several steps, parts of which are undone. */
const bulk = fc.record({
  act: fc.constantFrom(
    'load',
    'load',
    'load',
    'move',
    'merge',
    'hide',
    'show',
    'delete',
    'savepoint',
    'undo',
    'delete people',
  ),
  place: fc.constantFrom(...PLACES, 'VN/food'),
  which: fc.nat({ max: 9 }),
});
type Bulk = typeof bulk extends fc.Arbitrary<infer T> ? T : never;

function bulkStatement({ act: what, place: at, which }: Bulk): string {
  const { country, category } = place(at);
  const some = `id % 30 = ${which}`;
  switch (what) {
    case 'load':
      return `insert into public.posts (title, description, delivery_address, category, country, user_id)
        select 'x', 'x', 'x', '${category}', '${country}', p.id from public.profiles p, generate_series(1, ${which}) where p.id % 4 = ${which % 4}`;
    case 'move':
      return `update public.posts set country = '${country}', category = '${category}' where ${some}`;
    case 'merge':
      return `update public.posts set category = '${category}' where country = '${country}'`;
    case 'hide':
      return `update public.posts set is_hidden = true, hidden_at = now() where ${some}`;
    case 'show':
      return `update public.posts set is_hidden = false, hidden_by = null, hidden_at = null where ${some}`;
    case 'delete':
      return `delete from public.posts where ${some}`;
    case 'savepoint':
      return 'savepoint here';
    case 'undo':
      return 'rollback to savepoint here';
    default:
      return `delete from auth.users where email = 'owner${which}@example.com'`;
  }
}

describe('what many transactions of several statements do at the same time', () => {
  const CLIENTS = 14;
  test('concurrent transactions are counted exactly, even if parts are rolled back', { timeout: 120_000 }, async () => {
    // So few that many wait for the part of another.
    await mutate(database, 'private.free_part()', 'integer := 8', 'integer := 2');
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => database.connectAs('service_role')));
    for (const client of clients) await client.query(`reset role; set deadlock_timeout = '20ms'`);
    const transaction = fc.record({ steps: fc.array(bulk, { minLength: 1, maxLength: 5 }), isKept: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...BORDERS),
        fc.array(fc.array(transaction, { minLength: 5, maxLength: 5 }), { minLength: CLIENTS, maxLength: CLIENTS }),
        async (border, lives) => {
          await database.sql(
            `select setval('public.posts_id_seq', greatest(${border - 200}, nextval('public.posts_id_seq')))`,
          );
          const codes = await live(
            clients,
            lives.map((transactions) =>
              transactions.map(({ steps, isKept }) =>
                ['begin', 'savepoint here', ...steps.map(bulkStatement), isKept ? 'commit' : 'rollback'].join(';'),
              ),
            ),
          );
          // Whoever takes rows in any order may wait in a circle, and an owner be gone; then nothing of it is counted.
          expect(Object.keys(codes).filter((code) => !['40P01', '23503'].includes(code))).toEqual([]);
          expect(await findWrong()).toEqual([]);
        },
      ),
      { numRuns: 3, endOnFailure: true },
    );
  });
});
