/**
 * `npm run bench -- scale`: the figures for the calculations in docs/scale.md. Unlike the other database measurements it
 * waits for the disk at each commit, because that limits the write rate of a single row.
 */
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import pg from 'pg';
import { z } from 'zod';
import { CATEGORIES } from '../supabase/functions/_shared/domain/categories.ts';
import { randomOf } from '../supabase/demo/data/random.ts';
import { surroundings, withPostgres } from './bench.ts';
import { Caller, type Request, type Role } from './caller.ts';
import type { Market } from './fill.ts';
import { HOT, hotPages, type HotQuery } from './goals.ts';
import type { ScaleOptions } from './options.ts';
import * as request from './requests.ts';
import { inMilliseconds, table } from './table.ts';
import { COUNTRIES } from './words.ts';

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', max_wal_size: '4GB' };
const READERS = [1, 4, 16];
const WRITERS = [1, 8, 32];
/** Linux counts the CPU time of a process in hundredths of a second. */
const TICK_MS = 10;

const whole = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 });

async function query<T extends z.ZodType>(market: Market, row: T, text: string): Promise<z.infer<T>[]> {
  const client = new pg.Client({ connectionString: market.url });
  await client.connect();
  try {
    return z.array(row).parse((await client.query(text)).rows);
  } finally {
    await client.end();
  }
}

/** CPU milliseconds of a server process; NaN if the system does not report them. */
async function processorTime(process: number): Promise<number> {
  const stat = await readFile(`/proc/${process}/stat`, 'utf8').catch(() => '');
  // Skip the name, which can contain blanks: user and system time are fields 14 and 15 of the whole line.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? NaN) + Number(fields[12] ?? NaN)) * TICK_MS;
}

/** A post or quote to write to, its owner, and the other party. */
const targetSchema = z.object({ id: z.coerce.number(), owner: z.coerce.number(), other: z.coerce.number() });

const sizeSchema = z.object({
  name: z.string(),
  rows: z.coerce.number(),
  heap: z.coerce.number(),
  all: z.coerce.number(),
});

/** Bytes per row of every large table, with its indexes and long values. */
export async function sizes(market: Market): Promise<string> {
  const tables = await query(
    market,
    sizeSchema,
    `select c.oid::regclass::text as name, c.reltuples::bigint as rows, pg_table_size(c.oid) as heap, pg_total_relation_size(c.oid) as "all"
     from pg_class c where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
       and c.reltuples > ${market.posts / 100} order by "all" desc`,
  );
  const total = tables.reduce((sum, { all }) => sum + all, 0);
  return table(
    ['table', 'rows', 'bytes a row', 'with indexes', 'bytes a post'],
    [
      ...tables.map(({ name, rows, heap, all }) => [
        name.replace(/^public\./, ''),
        whole(rows),
        whole(heap / rows),
        whole(all / rows),
        whole(all / market.posts),
      ]),
      ['all of these', '', '', '', whole(total / market.posts)],
    ],
  );
}

/** Repeats requests for a number of seconds, one after the other on each connection. */
async function keepUp(
  callers: readonly Caller[],
  seconds: number,
  ask: (turn: number) => { person?: number; requests: readonly Request[] },
): Promise<{ perSecond: number; processorMs: number }> {
  const processes = await Promise.all(callers.map((caller) => caller.process()));
  const used = async () => (await Promise.all(processes.map(processorTime))).reduce((sum, each) => sum + each, 0);
  const before = await used();
  const started = performance.now();
  let asked = 0;
  await Promise.all(
    callers.map(async (caller) => {
      while (performance.now() - started < seconds * 1000) {
        const { person, requests } = ask(asked++);
        if (person !== undefined) await caller.become(person);
        await caller.ask(requests);
      }
    }),
  );
  const elapsed = performance.now() - started;
  return { perSecond: (asked * 1000) / elapsed, processorMs: ((await used()) - before) / asked };
}

async function withConnections<T>(
  market: Market,
  role: Role,
  count: number,
  work: (callers: Caller[]) => Promise<T>,
): Promise<T> {
  const callers: Caller[] = [];
  try {
    for (let place = 0; place < count; place += 1) callers.push(await Caller.connect(market.url, role));
    return await work(callers);
  } finally {
    for (const caller of callers) await caller.close();
  }
}

/** Statements that are not compared at all sizes: a page that only exists in a large marketplace, and a party's view of a post. */
async function others(market: Market): Promise<HotQuery[]> {
  const messages = await query(
    market,
    targetSchema,
    'select m.quote_id as id, m.recipient_id as owner, m.sender_id as other from public.messages m order by m.id desc limit 1000',
  );
  const posts = await query(
    market,
    targetSchema,
    'select q.post_id as id, q.post_owner_id as owner, q.supplier_id as other from public.quotes q order by q.id desc limit 10000',
  );
  return [
    {
      what: 'deep page of a country',
      role: 'anon',
      // One post in six is of this country; from half a million posts on, it has page 7,000.
      ask: () => ({
        requests: [request.listPosts({ country: 'vn' }, Math.min(7_000, Math.ceil(market.posts * 0.014)))],
      }),
    },
    {
      what: 'quotes on my post',
      role: 'authenticated',
      ask: (_market, random) => {
        const post = random.pick(posts);
        return { person: post.owner, requests: [request.quotesOfPost(post.id)] };
      },
    },
    {
      what: 'a conversation',
      role: 'authenticated',
      ask: (_market, random) => {
        const quote = random.pick(messages);
        return { person: quote.other, requests: [request.messagesOf(quote.id)] };
      },
    },
  ];
}

/** The cost of each hot query on the server: pages, CPU time, and how many a core answers per second. */
export async function reads(market: Market, seconds: number): Promise<string> {
  const rows: string[][] = [];
  for (const hot of [...HOT, ...(await others(market))]) {
    rows.push(
      await withConnections(market, hot.role, 1, async ([caller]) => {
        if (!caller) throw new Error('There is a connection');
        const random = randomOf(hot.what);
        const pages = await hotPages(hot, market, caller);
        const { processorMs } = await keepUp([caller], seconds / 2, () => hot.ask(market, random));
        return [hot.what, String(pages), inMilliseconds(processorMs), whole(1000 / processorMs)];
      }),
    );
  }
  return table(['statement', 'pages', 'processor (ms)', 'a second and core'], rows);
}

/** The number of first feed pages, each with the total of posts, that several connections get on this machine. */
export async function feeds(market: Market, seconds: number): Promise<string> {
  const rows: string[][] = [];
  for (const count of READERS) {
    const { perSecond, processorMs } = await withConnections(market, 'anon', count, (callers) =>
      keepUp(callers, seconds, () => ({ requests: [request.listPosts({}), request.countPosts({})] })),
    );
    rows.push([String(count), whole(perSecond), inMilliseconds(processorMs)]);
  }
  return table(['connections', 'feeds a second', 'processor each (ms)'], rows);
}

interface Write {
  what: string;
  ask: (turn: number) => { person: number; requests: Request[] };
}

/** Users who can write: `fill` leaves some without a confirmed address and suspends some. */
const mayWrite = (person: number) => person % 31 > 0 && person % 1000 !== 999;

/** Writes as the page sends them, each by another user than the previous one. */
async function writes(market: Market): Promise<{ each: Write[]; contended: Write[] }> {
  const people = Array.from({ length: market.people - 1 }, (_, place) => place + 2).filter(mayWrite);
  const posts = await query(
    market,
    targetSchema,
    `select p.id, p.user_id as owner, 0 as other from public.posts p where not p.is_hidden and p.user_id % 31 > 0 and p.user_id % 1000 <> 999
     order by p.id desc limit 20000`,
  );
  const quotes = await query(
    market,
    targetSchema,
    `select q.id, q.post_owner_id as owner, q.supplier_id as other from public.quotes q
     where q.supplier_id % 31 > 0 and q.supplier_id % 1000 <> 999 and q.post_owner_id % 1000 <> 999 and q.post_owner_id <> q.supplier_id order by q.id desc limit 20000`,
  );
  const at = <T>(list: readonly T[], turn: number): T => {
    const item = list[turn % list.length];
    if (item === undefined) throw new Error('The marketplace is too small to write to');
    return item;
  };
  // Rotate through all users, so that none reaches a rate limit.
  let writer = 0;
  const somebody = (but?: number): number => {
    const person = at(people, writer++);
    return person === but ? somebody() : person;
  };
  const posting = (place: () => { category: string; country: string }) => () => {
    const { category, country } = place();
    return {
      person: somebody(),
      requests: [
        {
          text: `insert into public.posts (title, description, category, country, delivery_address, client_id)
            values ('Office chairs, 200 pieces', 'Mesh back, adjustable arms, delivered to the third floor. Samples before the order.', $1, $2,
              '12 Nguyen Hue, District 1', gen_random_uuid()) returning id`,
          values: [category, country],
        },
      ],
    };
  };
  // The first items of each list are more frequent, as in the existing data.
  const random = randomOf('places of posts');
  const anyOf = (list: readonly string[], slope: number) =>
    at(list, Math.floor(random.between(0, 1) ** slope * list.length));
  const postingAnywhere = posting(() => ({ category: anyOf(CATEGORIES, 1.5), country: anyOf(COUNTRIES, 2) }));
  const postingInOnePlace = posting(() => ({ category: 'furniture', country: 'vn' }));
  let target = 0;
  const like = (post: number, isLiked: boolean): Request => ({
    text: 'select public.set_post_like($1, $2)',
    values: [post, isLiked],
  });
  const likingMany = () => ({ person: somebody(), requests: [like(at(posts, target++).id, true)] });
  // All users like it in turn, then all remove their like, so that each call changes the counter.
  let fan = 0;
  const likingOne = () => {
    const isLiked = Math.floor(fan / people.length) % 2 === 0;
    return { person: at(people, fan++), requests: [like(at(posts, 0).id, isLiked)] };
  };
  return {
    each: [
      { what: 'a post', ask: postingAnywhere },
      {
        what: 'a quote',
        ask: () => {
          const post = at(posts, target++);
          return {
            person: somebody(post.owner),
            requests: [
              {
                text: `select * from public.submit_quote(jsonb_build_object('post_id', $1::bigint, 'description', 'In stock, sample free of charge.',
                  'price_text', '48', 'quantity_text', '200', 'delivery_time', '14 days', 'client_id', gen_random_uuid()))`,
                values: [post.id],
              },
            ],
          };
        },
      },
      {
        what: 'a message',
        ask: () => {
          const quote = at(quotes, target++);
          return {
            person: quote.other,
            requests: [
              { text: `select public.send_message($1, 'Is the date fixed?', gen_random_uuid())`, values: [quote.id] },
            ],
          };
        },
      },
      { what: 'a like', ask: likingMany },
    ],
    contended: [
      { what: 'posts', ask: postingAnywhere },
      { what: 'posts of one country and category', ask: postingInOnePlace },
      { what: 'likes of many posts', ask: likingMany },
      { what: 'likes of one post', ask: likingOne },
    ],
  };
}

const logSchema = z.object({ bytes: z.coerce.number() });
const written = async (market: Market): Promise<number> => {
  const [row] = await query(
    market,
    logSchema,
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as bytes`,
  );
  return row?.bytes ?? NaN;
};

/** The cost of a write: WAL, CPU time and, with one connection, the wait for the disk. */
export async function writing(market: Market, seconds: number): Promise<string> {
  const { each, contended } = await writes(market);
  const alone: string[][] = [];
  for (const { what, ask } of each) {
    const row = await withConnections(market, 'authenticated', 1, async (callers) => {
      // The first write to a page after a checkpoint logs the whole page, so measure a burst first, then the steady state.
      await query(market, z.object({}), 'checkpoint');
      const before = await written(market);
      const first = await keepUp(callers, seconds, ask);
      const between = await written(market);
      const then = await keepUp(callers, seconds, ask);
      const after = await written(market);
      return [
        what,
        whole((between - before) / (first.perSecond * seconds)),
        whole((after - between) / (then.perSecond * seconds)),
        inMilliseconds(then.processorMs),
        inMilliseconds(1000 / then.perSecond),
      ];
    });
    alone.push(row);
  }
  const together: string[][] = [];
  for (const { what, ask } of contended) {
    const rates: string[] = [];
    for (const count of WRITERS) {
      const { perSecond } = await withConnections(market, 'authenticated', count, (callers) =>
        keepUp(callers, seconds, ask),
      );
      rates.push(whole(perSecond));
    }
    together.push([what, ...rates]);
  }
  return [
    table(['write', 'log after a checkpoint (bytes)', 'log, then (bytes)', 'processor (ms)', 'time (ms)'], alone),
    '',
    table(['a second, at so many connections', ...WRITERS.map(String)], together),
  ].join('\n');
}

/** Fills a marketplace on a Postgres that waits for its disk, and measures it. */
export function benchScale({ posts, quotesPerPost, seconds }: ScaleOptions): Promise<void> {
  return withPostgres(DURABLE, async (filled) => {
    const market = await filled({ posts, quotesPerPost });
    console.log(
      `\nMeasured ${new Date().toISOString().slice(0, 10)}, each commit written to the disk: ${await surroundings(market, { rounds: 5, runs: 10, samples: 50, milliseconds: 1000 })}`,
    );
    console.log(`\nBytes\n\n${await sizes(market)}`);
    console.log(`\nReads, one connection\n\n${await reads(market, seconds)}`);
    console.log(
      `\nFirst pages of the feed with their total, ${cpus().length} cores shared with who asks\n\n${await feeds(market, seconds)}`,
    );
    console.log(`\nWrites\n\n${await writing(market, seconds)}`);
  });
}
