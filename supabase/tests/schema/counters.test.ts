import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { openRealDatabase, type RealDatabase, type SqlPerson } from '../support/postgres/real-database.ts';

/*
 * A random life of the marketplace beside a model of it in memory: every answer has to be the one that the model gives, and
 * afterwards every counter the number of what it counts. A failure prints the seed and the shortest life that shows it.
 */
interface ModelPost {
  id: number;
  owner: number;
  place: string;
  hidden: 'no' | 'by owner' | 'by admin';
  likes: Set<number>;
  quotedBy: Set<number>;
}

const PEOPLE = 4;
const ADMIN = PEOPLE - 1;
const PLACES = ['vn/food', 'us/food', 'vn/energy'];

let database: RealDatabase;
let people: SqlPerson[];
let clients: pg.Client[];

beforeAll(async () => {
  database = await openRealDatabase();
  people = [];
  clients = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const person = await database.person(`person${n}`, n === ADMIN ? 'admin' : 'user');
    people.push(person);
    clients.push(await database.connectAs(person));
  }
  await database.sql(`update private.app_settings set value = 'false' where key = 'rate_limits_enabled'`);
});

afterAll(() => database.close());

const step = fc.record({
  act: fc.constantFrom('post', 'edit', 'hide', 'unhide', 'delete', 'like', 'unlike', 'quote'),
  who: fc.nat({ max: PEOPLE - 1 }),
  which: fc.nat({ max: 5 }),
  place: fc.constantFrom(...PLACES),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Runs a statement as somebody; the number of rows it touched, or the SQLSTATE of its error. */
async function run(who: number, statement: string, params: unknown[]): Promise<number | string> {
  try {
    return (await clients[who]?.query(statement, params))?.rowCount ?? 0;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code) return error.code;
    throw error;
  }
}

/** What hide and unhide answer to somebody who may not; neither owner nor admin undoes or replaces what the other did. */
function moderationRefusal(post: ModelPost, who: number): string | undefined {
  if (post.owner === who) return post.hidden === 'by admin' ? 'PT403' : undefined;
  if (who === ADMIN) return post.hidden === 'by owner' ? 'PT409' : undefined;
  return post.hidden === 'no' ? 'PT403' : 'PT404';
}

function quoteRefusal(post: ModelPost, who: number): string | undefined {
  if (post.owner === who) return 'PT403';
  if (post.hidden !== 'no') return 'PT409';
  return post.quotedBy.has(who) ? 'PT429' : undefined;
}

async function take(posts: ModelPost[], { act, who, which, place }: Step): Promise<void> {
  const [country, category] = place.split('/');
  if (act === 'post') {
    const { rows } = (await clients[who]?.query<{ id: number }>(
      `insert into public.posts (title, description, category, country, delivery_address) values ('x', 'x', $1, $2, 'x') returning id`,
      [category, country],
    )) ?? { rows: [] };
    posts.push({ id: rows[0]?.id ?? 0, owner: who, place, hidden: 'no', likes: new Set(), quotedBy: new Set() });
    return;
  }
  const post = posts[which % Math.max(1, posts.length)];
  if (!post) return;
  const isOwner = post.owner === who;
  const sees = post.hidden === 'no' || isOwner || who === ADMIN;
  switch (act) {
    case 'edit':
      expect(
        await run(who, 'update public.posts set country = $2, category = $3 where id = $1', [
          post.id,
          country,
          category,
        ]),
      ).toBe(isOwner ? 1 : 0);
      if (isOwner) post.place = place;
      return;
    case 'delete':
      expect(await run(who, 'delete from public.posts where id = $1', [post.id])).toBe(isOwner ? 1 : 0);
      if (isOwner) posts.splice(posts.indexOf(post), 1);
      return;
    case 'hide':
    case 'unhide': {
      const refusal = moderationRefusal(post, who);
      expect(await run(who, `select public.${act}_post($1)`, [post.id])).toBe(refusal ?? 1);
      if (refusal) return;
      if (act === 'unhide') post.hidden = 'no';
      else if (post.hidden === 'no') post.hidden = isOwner ? 'by owner' : 'by admin';
      return;
    }
    case 'like':
    case 'unlike':
      expect(await run(who, 'select public.set_post_like($1, $2)', [post.id, act === 'like'])).toBe(sees ? 1 : 'PT404');
      if (!sees) return;
      if (act === 'like') post.likes.add(who);
      else post.likes.delete(who);
      return;
    default: {
      const refusal = quoteRefusal(post, who);
      expect(
        await run(
          who,
          `select * from public.submit_quote(jsonb_build_object('post_id', $1::bigint) || '{"price_text": "1", "quantity_text": "1", "delivery_time": "x", "description": "x"}')`,
          [post.id],
        ),
      ).toBe(refusal ?? 1);
      if (!refusal) post.quotedBy.add(who);
    }
  }
}

describe('counters and rules', () => {
  test('counters and rules agree with a model after any history', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
          const posts: ModelPost[] = [];
          for (const each of steps) await take(posts, each);

          expect(
            await database.sql(
              'select p.id, c.likes, c.quotes, p.is_hidden, c.is_hidden as counters_are_hidden, c.hidden_owner_id = p.user_id as counters_name_the_owner from public.posts p join public.post_counters c on c.post_id = p.id order by p.id',
            ),
          ).toEqual(
            posts
              .map(({ id, likes, quotedBy, hidden }) => ({
                id,
                likes: likes.size,
                quotes: quotedBy.size,
                is_hidden: hidden !== 'no',
                counters_are_hidden: hidden !== 'no',
                counters_name_the_owner: hidden === 'no' ? null : true,
              }))
              .sort((a, b) => a.id - b.id),
          );
          const visible = posts.filter(({ hidden }) => hidden === 'no');
          expect(
            await database.sql(
              `select country || '/' || category as place, visible_count as count from public.post_totals order by 1`,
            ),
          ).toEqual(
            [...PLACES]
              .sort()
              .map((place) => ({ place, count: visible.filter((post) => post.place === place).length }))
              .filter(({ count }) => count > 0),
          );
          expect(
            await database.sql(
              `select country, category, span, block, sum(visible_count)::int as visible_count, sum(hidden_count)::int as hidden_count
               from private.post_blocks group by 1, 2, 3, 4 having sum(visible_count) <> 0 or sum(hidden_count) <> 0 order by 1, 2, 3, 4`,
            ),
          ).toEqual(await database.sql('select * from private.counted_post_blocks order by 1, 2, 3, 4'));
          expect(
            await database.sql(
              `select coalesce(sum(visible_count), 0)::int as visible, coalesce(sum(hidden_count), 0)::int as hidden
               from private.post_blocks where country = '' and category = '' and span = 1000`,
            ),
          ).toEqual([{ visible: visible.length, hidden: posts.length - visible.length }]);
          expect(
            await database.sql(
              'select (select count(*) from public.post_counters)::int as counters, (select count(*) from public.post_likes)::int as likes',
            ),
          ).toEqual([{ counters: posts.length, likes: posts.reduce((sum, { likes }) => sum + likes.size, 0) }]);
        })
        .afterEach(async () => {
          await database.sql('delete from public.posts');
          await database.sql('delete from public.quotes');
        }),
      { numRuns: 60 },
    );
  });

  test('counters stay right when accounts are deleted with their data', async () => {
    const gone = await database.person('gone');
    const client = await database.connectAs(gone);
    const { rows } = (await clients[0]?.query<{ id: number }>(
      `insert into public.posts (title, description, category, country, delivery_address) values ('x', 'x', 'food', 'vn', 'x') returning id`,
    )) ?? { rows: [] };
    const post = rows[0]?.id;
    await client.query(
      `insert into public.posts (title, description, category, country, delivery_address) values ('x', 'x', 'food', 'us', 'x')`,
    );
    await client.query('select public.set_post_like($1, true)', [post]);
    await client.query(
      `select public.submit_quote(jsonb_build_object('post_id', $1::bigint) || '{"price_text": "1", "quantity_text": "1", "delivery_time": "x", "description": "x"}')`,
      [post],
    );
    await client.query(`select public.submit_review($1, 5, 'x')`, [people[0]?.id]);
    await database.sql('delete from auth.users where id = $1', [gone.authId]);
    expect(await database.sql('select likes, quotes from public.post_counters where post_id = $1', [post])).toEqual([
      { likes: 0, quotes: 0 },
    ]);
    expect(await database.sql('select country, visible_count from public.post_totals')).toEqual([
      { country: 'vn', visible_count: 1 },
    ]);
    expect(
      await database.sql('select rating_count, rating_sum from public.profiles where id = $1', [people[0]?.id]),
    ).toEqual([{ rating_count: 0, rating_sum: 0 }]);
    await database.sql('delete from public.posts');
  });

  test.for(['public.posts cascade', 'public.post_likes', 'public.quotes cascade', 'public.reviews'])(
    'counters are not left behind by truncate: %s',
    async (table) => {
      await expect(database.sql(`truncate ${table}`)).rejects.toThrow(
        'What is counted elsewhere is deleted row by row',
      );
      // A backup is restored without triggers.
      await database.sql(`begin; set local session_replication_role = replica; truncate ${table}; rollback`);
    },
  );
});
