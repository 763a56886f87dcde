/**
 * Fills a database with a marketplace of any size, deterministically. Like a restore, it uses set-based statements
 * without triggers; values kept by triggers (counters, totals) are computed from the rows afterwards.
 */
import pg from 'pg';
import { CATEGORIES } from '../supabase/functions/_shared/domain/categories.ts';
import { bulkLoad } from '../supabase/tests/support/postgres/bulk-load.ts';
import { COUNTRIES, GOODS, PLACES, PLANTED, SYLLABLES, WORDS } from './words.ts';

export interface Size {
  posts: number;
  quotesPerPost: number;
}

/** Keys in a filled database that the queries can use. */
export interface Market extends Size {
  url: string;
  people: number;
}

/** Posts per day: a larger marketplace is an older one, not a busier one. */
const POSTS_A_DAY = 1_000;
const POSTS_A_PERSON = 10;
const NOTIFICATIONS_A_PERSON = 20;
const REVIEWS_A_PERSON = 2;
const PHRASES = 20_000;

/** Auth id of the user with this public id. */
export function authId(person: number): string {
  return `00000000-0000-4000-8000-${person.toString(16).padStart(12, '0')}`;
}

const array = (words: readonly string[]) => `array[${words.map((word) => pg.escapeLiteral(word)).join(', ')}]`;

/** `share(n, salt)`: a deterministic number from 0 (inclusive) to 1 (exclusive). */
const SHARE = `create function pg_temp.share(n bigint, salt bigint) returns double precision language sql immutable parallel safe
  as $$ select (hashint8extended(n, salt) & 1073741823) / 1073741824.0 $$`;

/** An item of a list; with a `slope` above 1, the first ones are more frequent. */
const pick = (list: readonly string[], n: string, salt: number, slope = 1) =>
  `(${array(list)})[1 + floor(power(pg_temp.share(${n}, ${salt}), ${slope}) * ${list.length})::integer]`;

const id = (n: string, salt: number, count: number) => `1 + floor(pg_temp.share(${n}, ${salt}) * ${count})::bigint`;

/** Creation time of row `n` of `count`; the last one is now. */
const time = (n: string, count: number, days: number) =>
  `now() - (${count} - ${n}) * interval '1 second' * ${(days * 86_400) / count}`;

const uuid = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

function statements({ posts, quotesPerPost }: Size, people: number): [string, string][] {
  const days = posts / POSTS_A_DAY;
  const quotes = posts * quotesPerPost;
  const series = (count: number) => `generate_series(1::bigint, ${count}) as n`;
  const brand = ['n', 'n + 1', 'n + 2'].map((part, place) => pick(SYLLABLES, part, 40 + place)).join(' || ');
  const phrase = [1, 2, 3, 4, 5].map((place) => pick(WORDS, 'n', 50 + place, 2)).join(` || ' ' || `);
  const planted = PLANTED.map(
    ({ text, oneIn, at }) => `case when n % ${oneIn} = ${at % oneIn} then ' ${text}' else '' end`,
  ).join(' || ');
  const phraseOf = (salt: number) => `f${salt}.id = ${id('n', salt, PHRASES)}`;
  const isHidden = 'n % 50 = 11';
  return [
    [
      'people',
      `
      insert into auth.users (id, email, email_confirmed_at)
      select ${uuid('n')}, 'person' || n || '@example.com', case when n % 31 > 0 then now() end from ${series(people)};
      insert into public.profiles (id, auth_id, username, country, company_name, created_at) overriding system value
      select n, ${uuid('n')}, 'person' || n, ${pick(COUNTRIES, 'n', 1, 2)}, initcap(${brand}) || ' Trading', ${time('n', people, days)} from ${series(people)}`,
    ],
    [
      'phrases',
      `
      create temporary table phrases (id bigint primary key, text text not null);
      insert into phrases select n, ${phrase} || ' ' || ${brand} from ${series(PHRASES)}`,
    ],
    [
      'posts',
      `
      insert into public.posts (id, user_id, title, description, category, country, area, delivery_address, port, is_hidden, hidden_by,
        hidden_reason, hidden_at, client_id, created_at, updated_at, owner_names) overriding system value
      select n, p.owner, p.goods || ' ' || p.word || ' ' || n % 5000, f10.text || '. ' || f11.text || ${planted} || ', ' || f12.text || '. Lot ' || n || '.',
        ${pick(CATEGORIES, 'n', 4, 1.5)}, ${pick(COUNTRIES, 'n', 5, 2)}, case when n % 3 = 0 then p.place end, 'Street ' || n % 400 || ', ' || p.place,
        case when n % 4 = 0 then ${pick(PLACES, 'n', 7)} end, ${isHidden},
        case when ${isHidden} then case when n % 100 = 11 then 1 else p.owner end end, case when n % 100 = 11 then 'Violation of the marketplace rules' end,
        case when ${isHidden} then p.at end, ${uuid('n')}, p.at, p.at, concat_ws(' ', o.username, o.company_name)
      from (
        select n, ${id('n', 2, people)} as owner, ${pick(GOODS, 'n', 3)} as goods, ${pick(WORDS, 'n', 8, 2)} as word, ${pick(PLACES, 'n', 6)} as place,
          ${time('n', posts, days)} as at
        from ${series(posts)}) as p
      join public.profiles o on o.id = p.owner
      join phrases f10 on ${phraseOf(10)} join phrases f11 on ${phraseOf(11)} join phrases f12 on ${phraseOf(12)}
      order by n`,
    ],
    [
      'quotes',
      `
      insert into public.quotes (id, post_id, post_title, post_owner_id, supplier_id, product_match, description, price_text, price_value,
        quantity_text, quantity_value, delivery_time, client_id, created_at) overriding system value
      select q.n, p.id, p.title, p.user_id, q.supplier, 'high', f13.text, (q.n % 9000 + 10)::text, q.n % 9000 + 10, '100', 100, '14 days', ${uuid('q.n')},
        p.created_at + interval '1 hour'
      from (select n, 1 + (n - 1) / ${quotesPerPost} as post, ${id('n', 20, people)} as supplier, ${id('n', 13, PHRASES)} as phrase from ${series(quotes)}) as q
      join public.posts p on p.id = q.post join phrases f13 on f13.id = q.phrase
      where q.supplier <> p.user_id
      order by q.n`,
    ],
    [
      'messages',
      `
      insert into public.messages (quote_id, sender_id, recipient_id, content, client_id, created_at, read_at)
      select q.id, q.supplier_id, q.post_owner_id, 'Is the date fixed?', ${uuid('q.id')}, q.created_at + interval '1 hour', case when q.id % 16 > 0 then now() end
      from public.quotes q where q.id % 4 = 0 order by q.id`,
    ],
    [
      'likes',
      `
      insert into public.post_likes (post_id, user_id) select n, ${id('n', 22, people)} from ${series(posts)}`,
    ],
    [
      'notifications',
      `
      insert into public.notifications (user_id, message, data, read_at, created_at)
      select ${id('n', 23, people)}, 'You have a new quote on your post "' || ${pick(GOODS, 'n', 24)} || '" from person' || n % ${people},
        jsonb_build_object('type', 'quote', 'postId', n % ${posts} + 1), case when n % 3 > 0 then now() end,
        ${time('n', people * NOTIFICATIONS_A_PERSON, 90)}
      from ${series(people * NOTIFICATIONS_A_PERSON)}`,
    ],
    [
      'reviews',
      `
      insert into public.reviews (reviewed_user_id, reviewer_id, rating, comment, created_at)
      select (n - 1) / ${REVIEWS_A_PERSON} + 1, ((n - 1) / ${REVIEWS_A_PERSON} + 1 + n % ${REVIEWS_A_PERSON}) % ${people} + 1, 3 + n % 3, 'Delivered as agreed.',
        ${time('n', people * REVIEWS_A_PERSON, days)}
      from ${series(people * REVIEWS_A_PERSON)}`,
    ],
    [
      'visits',
      `
      insert into public.guest_visits (session_id, page_path, referrer, created_at)
      select 'session-' || n, '/posts/' || n % 500, 'direct', ${time('n', Math.ceil(Math.min(days, 90)) * 500, Math.ceil(Math.min(days, 90)))}
      from ${series(Math.ceil(Math.min(days, 90)) * 500)}`,
    ],
    [
      'counters and totals',
      `
      insert into public.post_counters (post_id, likes, quotes, is_hidden, hidden_owner_id)
      select p.id, 1, coalesce(q.quotes, 0), p.is_hidden, case when p.is_hidden then p.user_id end from public.posts p
      left join (select post_id, count(*) as quotes from public.quotes group by 1) as q on q.post_id = p.id order by p.id;
      insert into public.post_totals select country, category, count(*) from public.posts where not is_hidden group by 1, 2;
      insert into private.post_blocks select * from private.counted_post_blocks;
      insert into private.vocabulary (word) select s.word from ts_stat('select search from public.posts where not is_hidden') as s
      where char_length(s.word) between 3 and 30 and s.word !~ '[^[:alpha:]]';
      insert into public.accounts (profile_id, email, role, email_confirmed_at, last_seen_at, suspended_until, suspension_reason, post_count, quote_count, created_at)
      select p.id, p.username || '@example.com', case p.id when 1 then 'main_admin' else 'user' end, u.email_confirmed_at, now() - p.id * interval '1 minute',
        case when p.id % 1000 = 999 then now() + interval '1 day' end, case when p.id % 1000 = 999 then 'Spam' end,
        coalesce(o.posts, 0), coalesce(q.quotes, 0), p.created_at
      from public.profiles p join auth.users u on u.id = p.auth_id
      left join (select user_id, count(*) as posts from public.posts group by 1) as o on o.user_id = p.id
      left join (select supplier_id, count(*) as quotes from public.quotes group by 1) as q on q.supplier_id = p.id
      order by p.id;
      update public.profiles p set rating_count = r.count, rating_sum = r.sum
      from (select reviewed_user_id, count(*) as count, sum(rating) as sum from public.reviews group by 1) as r where r.reviewed_user_id = p.id`,
    ],
    [
      'next ids',
      ['profiles', 'posts', 'quotes']
        .map(
          (name) =>
            `select setval(pg_get_serial_sequence('public.${name}', 'id'), (select max(id) from public.${name}))`,
        )
        .join('; '),
    ],
  ];
}

/** Loads everything into the memory of the server, as if it had been in use for a while. */
const WARM = `
  create extension if not exists pg_prewarm with schema extensions;
  select count(extensions.pg_prewarm(c.oid)) from pg_class c
  where c.relkind in ('r', 'i', 't') and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace, 'pg_toast'::regnamespace)`;

/** Fills the migrated, empty database behind `url`, vacuums and analyzes it. `report` is told the duration of each step. */
export async function fill(url: string, size: Size, report: (line: string) => void): Promise<Market> {
  const people = Math.max(10, Math.ceil(size.posts / POSTS_A_PERSON));
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const since = (started: number) => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const step = async (what: string, statement: string) => {
    const started = performance.now();
    await client.query(statement);
    report(`${what}: ${since(started)}`);
  };
  try {
    // Vacuum only marks pages whose transactions are known to be on disk.
    await client.query(
      `set synchronous_commit = on; set maintenance_work_mem = '512MB'; set work_mem = '256MB'; ${SHARE}`,
    );
    let loaded = 0;
    await bulkLoad(
      async <T extends pg.QueryResultRow>(text: string) => (await client.query<T>(text)).rows,
      async () => {
        for (const [what, statement] of statements(size, people)) await step(what, statement);
        loaded = performance.now();
      },
    );
    report(`indexes: ${since(loaded)}`);
    await step('vacuum', 'vacuum (analyze)');
    await step('checkpoint', 'checkpoint');
    await step('into memory', WARM);
    return { ...size, url, people };
  } finally {
    await client.end();
  }
}
