/** `npm run bench -- api`: how long `GET /api/posts` takes, compared with the same request at PostgREST (docs/speed.md). */
import { cpus, totalmem } from 'node:os';
import { z } from 'zod';
import { POSTS_PER_PAGE } from '../supabase/functions/_shared/domain/limits.ts';
import { TERMS_VERSION } from '../supabase/functions/_shared/domain/terms.ts';
import { startLocalSupabase, type LocalSupabase } from '../supabase/local/server.ts';
import { createOwnDatabase, runSql } from '../supabase/tests/support/postgres/own-database.ts';
import { startPostgres } from '../supabase/tests/support/postgres/start-postgres.ts';
import type { ApiOptions } from './options.ts';
import { fill } from './fill.ts';
import { HttpCaller, type HttpAnswer, type Sent } from './http-caller.ts';
import { inMilliseconds, table, times } from './table.ts';
import { Times } from './turns.ts';
import { temporaryFolder, withUndo } from './undo.ts';

/** Columns of a post that `/api` reads; the requests to PostgREST select the same ones. */
const COLUMNS =
  'id,user_id,title,description,category,country,area,delivery_address,port,images,is_hidden,hidden_reason,hidden_by,created_at,updated_at,' +
  'counters:post_counters(likes,quotes),owner:profiles!posts_user_id_fkey(username)';

const CONNECTIONS = [1, 8, 32] as const;
interface ApiEffort {
  /** Turns per side. */
  rounds: number;
  /** Maximum number of calls per turn, one after the other. */
  calls: number;
  /** Maximum milliseconds of such a turn … */
  milliseconds: number;
  /** … and of a turn with parallel callers. */
  rateMilliseconds: number;
}

const WANTED = 1.5;

const idsSchema = z.array(z.object({ id: z.number() }));

/** The worst ratios of the medians of `/api` and PostgREST: for `GET /api/posts`, and for `GET /api/posts/{id}`. */
type Worst = { lists: number; post: number };

/** A request in two forms: to PostgREST and to `/api`. */
interface Pair {
  of: keyof Worst;
  name: string;
  rest: readonly Sent[];
  api: readonly Sent[];
}

type Filters = { search?: string; country?: string; category?: string };

/** The requests of a caller, with their token or without one. */
function pairs({ supabaseUrl, webUrl, publishableKey }: LocalSupabase, token: string | null, post: number): Pair[] {
  const authorization = { authorization: `Bearer ${token ?? publishableKey}` };
  const restHeaders = { apikey: publishableKey, 'content-type': 'application/json', ...authorization };
  const rpc = (name: string, query: string, values: object): Sent => ({
    url: `${supabaseUrl}/rest/v1/rpc/${name}${query}`,
    method: 'POST',
    headers: restHeaders,
    body: JSON.stringify(values),
  });
  const get = (path: string): Sent => ({
    url: `${webUrl}/api${path}`,
    method: 'GET',
    headers: token === null ? {} : authorization,
  });
  const list = (name: string, { category, ...filters }: Filters): Pair => {
    const narrowed = { ...filters, ...(category !== undefined && { categories: [category] }) };
    const query = new URLSearchParams({ ...filters, ...(category !== undefined && { category }), page: '1' });
    query.set('limit', String(POSTS_PER_PAGE));
    return {
      of: 'lists',
      name,
      rest: [
        rpc('list_posts', `?select=${encodeURIComponent(COLUMNS)}&order=id.desc`, {
          ...narrowed,
          page: 1,
          page_size: POSTS_PER_PAGE,
        }),
        rpc('count_posts', '', narrowed),
      ],
      api: [get(`/posts?${query}`)],
    };
  };
  return [
    list('first page', {}),
    list('a country and a category', { country: 'vn', category: 'industrial' }),
    list('a search', { search: 'quality' }),
    {
      of: 'post',
      name: 'one post',
      rest: [
        {
          url: `${supabaseUrl}/rest/v1/posts?select=${encodeURIComponent(COLUMNS)}&id=eq.${post}`,
          method: 'GET',
          headers: restHeaders,
        },
      ],
      api: [get(`/posts/${post}`)],
    },
  ];
}

/** The ids and the total of an answer; the answer for a single post has no total. */
function toldBy([rows, total]: HttpAnswer[]): string {
  const body: unknown = JSON.parse(rows?.text ?? '');
  const ids = idsSchema.parse(Array.isArray(body) ? body : [body]).map(({ id }) => id);
  return JSON.stringify([ids, total?.text ?? rows?.headers['x-total-count'] ?? null].map(String));
}

/** Requests per second of a side at a number of connections. */
class Rate {
  #calls = 0;
  #milliseconds = 0;

  add(calls: number, milliseconds: number): void {
    this.#calls += calls;
    this.#milliseconds += milliseconds;
  }

  toString(): string {
    return ((this.#calls * 1000) / this.#milliseconds).toFixed(0);
  }
}

/** Measures both sides of a pair in turns. */
async function compare(caller: HttpCaller, { name, rest, api }: Pair, effort: ApiEffort) {
  const sides = [rest, api];
  const [ofRest, ofApi] = [toldBy(await caller.ask(rest)), toldBy(await caller.ask(api))];
  if (ofRest !== ofApi) throw new Error(`${name}: PostgREST answers ${ofRest}, /api ${ofApi}`);
  const measured = sides.map((requests) => ({
    requests,
    times: new Times(),
    rates: CONNECTIONS.map((connections) => ({ connections, rate: new Rate() })),
  }));
  const turn = { connections: 1, until: effort.milliseconds, calls: effort.calls };
  for (const { requests } of measured) await caller.load(requests, turn);
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const { requests, times: of } of measured)
      for (const each of (await caller.load(requests, turn)).times) of.record(each);
  }
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const place of CONNECTIONS.keys()) {
      for (const { requests, rates } of measured) {
        const at = rates[place];
        const load = await caller.load(requests, { connections: at?.connections ?? 1, until: effort.rateMilliseconds });
        at?.rate.add(load.times.length, load.milliseconds);
      }
    }
  }
  return measured.map(({ times: of, rates }) => ({ times: of, rates: rates.map(({ rate }) => String(rate)) }));
}

const HEAD = ['', 'PostgREST: median', 'p95', '/api: median', 'p95', '/api / PostgREST'];
const RATES = `PostgREST: calls a second with ${CONNECTIONS.join(', ')} callers`;

/** Compares all requests of guests and of a signed-in user. */
export async function measureApi(
  server: LocalSupabase,
  token: string,
  effort: ApiEffort,
): Promise<{ table: string; worst: Worst }> {
  const caller = new HttpCaller();
  try {
    const [newest] = await server.sql<{ id: number }>(
      'select id::int as id from public.posts where not is_hidden order by id desc limit 1',
    );
    const rows: string[][] = [];
    const worst: Worst = { lists: 0, post: 0 };
    const callers = [
      { who: 'guest', of: pairs(server, null, newest?.id ?? NaN) },
      { who: 'user', of: pairs(server, token, newest?.id ?? NaN) },
    ];
    // Warm up all requests, so that the first one is not measured while the server still compiles.
    for (const requests of callers.flatMap(({ of }) => of.flatMap(({ rest, api }) => [rest, api])))
      await caller.load(requests, { connections: 1, until: 3 * effort.rateMilliseconds });
    for (const { who, of } of callers) {
      for (const pair of of) {
        const [rest, api] = await compare(caller, pair, effort);
        if (!rest || !api) continue;
        const ratio = api.times.median / rest.times.median;
        worst[pair.of] = Math.max(worst[pair.of], ratio);
        rows.push([
          `${pair.name}, ${who}`,
          ...[rest, api].flatMap(({ times: its }) => [inMilliseconds(its.median), inMilliseconds(its.p95)]),
          times(ratio),
          rest.rates.join(' / '),
          api.rates.join(' / '),
        ]);
      }
    }
    return { table: table([...HEAD, RATES, '/api: the same'], rows), worst };
  } finally {
    await caller.close();
  }
}

const sessionSchema = z.object({ access_token: z.string() });

async function tokenOf({ supabaseUrl, publishableKey }: LocalSupabase, path: string, body: object): Promise<string> {
  const answer = await fetch(`${supabaseUrl}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return sessionSchema.parse(await answer.json()).access_token;
}

/** Registers a reader. */
export const registerReader = (server: LocalSupabase): Promise<string> =>
  tokenOf(server, 'signup', {
    email: 'reader@example.com',
    password: 'Demo1234!',
    data: { username: 'reader', firstName: 'Rita', lastName: 'Reader', country: 'vn', termsVersion: TERMS_VERSION },
  });

const QUIET = { web: 'none', addressLimits: false, cron: false, quiet: true, requireEmailVerification: false } as const;

/** Measures on a temporary Postgres with many posts, then on the embedded database with its demo data; removes everything afterwards. */
export async function benchApi({ posts, rounds }: ApiOptions): Promise<void> {
  const report = async (title: string, server: LocalSupabase, token: string) => {
    const { table: lines, worst } = await measureApi(server, token, {
      rounds,
      // Short, so that other load on the machine affects both sides.
      calls: 10,
      milliseconds: 1_000,
      rateMilliseconds: 350,
    });
    console.log(`\n${title} (ms)\n\n${lines}\n`);
    console.log(
      `${worst.lists <= WANTED ? 'reached' : 'NOT REACHED'}: lists at the worst ${times(worst.lists)} of PostgREST, to stay within ${WANTED}×; a single post ${times(worst.post)}`,
    );
  };
  await withUndo(async (undo) => {
    console.log(
      `Measured ${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`,
    );
    const postgres = await startPostgres({
      settings: { shared_buffers: `${Math.floor(totalmem() / 8 / 2 ** 20)}MB` },
    });
    undo(() => postgres.stop());
    const databaseUrl = await createOwnDatabase(postgres.url);
    const server = await startLocalSupabase({ ...QUIET, dataDir: await temporaryFolder(undo), databaseUrl });
    undo(() => server.stop());
    const asSuperuser = Object.assign(new URL(postgres.url), { pathname: new URL(databaseUrl).pathname }).href;
    const { people } = await fill(asSuperuser, { posts, quotesPerPost: 2 }, (line) => console.log(`  ${line}`));
    await runSql(asSuperuser, `select setval(pg_get_serial_sequence('public.profiles', 'id'), ${people})`);
    await report(`Postgres with ${posts.toLocaleString('en-US')} posts`, server, await registerReader(server));
    const demo = await startLocalSupabase({ ...QUIET, dataDir: await temporaryFolder(undo), demo: true });
    undo(() => demo.stop());
    const account = { email: 'bob@example.com', password: 'Demo1234!' };
    await report(
      'The embedded database with its demo data',
      demo,
      await tokenOf(demo, 'token?grant_type=password', account),
    );
  });
}
