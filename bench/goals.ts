/** The four goals: their comparisons, and when each is reached. */
import { withEquivalentCategories } from '../supabase/functions/_shared/domain/categories.ts';
import { randomOf, type Random } from '../supabase/demo/data/random.ts';
import { Caller, type Request, type Role } from './caller.ts';
import { authId, type Market } from './fill.ts';
import * as request from './requests.ts';
import { inMilliseconds, table, times } from './table.ts';
import { inTurns, Times, type Effort, type Side } from './turns.ts';

/** The result of a goal: its table and one sentence per condition. */
export interface Result {
  title: string;
  table: string;
  verdicts: { text: string; isReached: boolean }[];
}

const ADMIN = 1;

/** Opens the connections that a goal needs, and closes them. */
async function withCallers<T>(
  wanted: readonly { market: Market; role: Role }[],
  compare: (callers: Caller[]) => Promise<T>,
): Promise<T> {
  const callers = await Promise.all(wanted.map(({ market, role }) => Caller.connect(market.url, role)));
  try {
    return await compare(callers);
  } finally {
    await Promise.all(callers.map((caller) => caller.close()));
  }
}

function callerAt(callers: readonly Caller[], place: number): Caller {
  const caller = callers[place];
  if (!caller) throw new Error(`There is no caller ${place}`);
  return caller;
}

const side =
  (caller: Caller, requests: readonly Request[]): Side =>
  async () =>
    (await caller.ask(requests)).milliseconds;

function two(measured: readonly Times[]): { a: Times; b: Times } {
  const [a, b] = measured;
  if (!a || !b) throw new Error('Two sides are compared');
  return { a, b };
}

// G1 -----------------------------------------------------------------------------------------------------------------

const SEARCHES: { what: string; search: request.Search }[] = [
  { what: 'a rare word (1 in 100,000)', search: { search: 'wolfram' } },
  { what: 'beginnings of many words', search: { search: 'quế chi' } },
  { what: 'the same without accents', search: { search: 'que chi' } },
  { what: 'a word of 3%', search: { search: 'ceramic' } },
  { what: 'its beginning', search: { search: 'ceram' } },
  { what: 'a word of half of the posts', search: { search: 'quality' } },
  { what: 'two common words', search: { search: 'quality delivery' } },
  { what: 'a rare and a common word', search: { search: 'wolfram quality' } },
  { what: 'a seldom word and one of 3%', search: { search: 'bearings ceramic' } },
  {
    what: 'a seldom word in a country and a category',
    search: { search: 'bearings', country: 'vn', categories: ['technology'] },
  },
  { what: 'no post has it', search: { search: 'qxzjvkw' } },
  { what: 'misspelt', search: { search: 'forkliffts' } },
  { what: 'two letters swapped', search: { search: 'office chiars' } },
  { what: 'the name of a country', search: { search: 'Vietnam' } },
];

/** The naive search: each word anywhere in the title or the description. */
function ilike({ search = '', country, categories }: request.Search): Request {
  const words = search.split(' ').map((word) => `%${word}%`);
  const conditions = words.map((_word, place) => `(p.title ilike $${place + 1} or p.description ilike $${place + 1})`);
  const values: unknown[] = [...words];
  for (const [column, value] of [
    ['country', country],
    ['category', categories?.[0]],
  ] as const) {
    if (value !== undefined) conditions.push(`p.${column} = $${values.push(value)}`);
  }
  return {
    text: request.cards('public.posts', `where ${conditions.join(' and ')} order by p.id desc limit 10`),
    values,
  };
}

/** G1: searches against `ilike`, both through row-level security as a signed-in user. */
export function searching(market: Market, effort: Effort): Promise<Result> {
  return withCallers(
    [
      { market, role: 'authenticated' },
      { market, role: 'authenticated' },
    ],
    async (callers) => {
      const [product, peer] = [callerAt(callers, 0), callerAt(callers, 1)];
      for (const caller of callers) await caller.become(Math.ceil(market.people / 2));
      const measured = [];
      for (const { what, search } of SEARCHES) {
        const found = await Promise.all([product.ask([request.listPosts(search)]), peer.ask([ilike(search)])]);
        const { a, b } = two(
          await inTurns([side(product, [request.listPosts(search)]), side(peer, [ilike(search)])], effort),
        );
        measured.push({
          what: `${what}: ${search.search}`,
          rows: found.map(({ answers }) => answers[1] ?? '0'),
          a,
          b,
          ratio: b.median / a.median,
        });
      }
      const worst = (times: readonly Times[]) => Math.max(...times.map(({ p95 }) => p95));
      const [ours, theirs] = [worst(measured.map(({ a }) => a)), worst(measured.map(({ b }) => b))];
      const lowest = Math.min(...measured.map(({ ratio }) => ratio));
      return {
        title: 'G1 Search against `ilike`, both through row-level security (ms)',
        table: table(
          ['search', 'rows', 'median', 'p95', 'ilike: rows', 'median', 'p95', 'ilike / search'],
          measured.map(({ what, rows, a, b, ratio }) => [
            what,
            rows[0] ?? '',
            inMilliseconds(a.median),
            inMilliseconds(a.p95),
            rows[1] ?? '',
            inMilliseconds(b.median),
            inMilliseconds(b.p95),
            times(ratio),
          ]),
        ),
        verdicts: [
          {
            text: `at the worst ${inMilliseconds(ours)} ms against ${inMilliseconds(theirs)} ms: ${times(theirs / ours)}, to reach 1,000×`,
            isReached: theirs / ours >= 1000,
          },
          { text: `lowest ratio ${times(lowest)}, to stay above 0.1×`, isReached: lowest >= 0.1 },
        ],
      };
    },
  );
}

// G2 -----------------------------------------------------------------------------------------------------------------

const PLACES = [
  { what: 'the first page', share: 0, isDeep: false },
  { what: 'after a hundredth', share: 0.01, isDeep: false },
  { what: 'after a quarter', share: 0.25, isDeep: true },
  { what: 'in the middle', share: 0.5, isDeep: true },
  { what: 'at the end', share: 0.97, isDeep: true },
];

/** The naive page: skipped rows, joined and counted quotes, and the total. */
function pageByOffset(page: number): Request[] {
  return [
    {
      text: request.asJson(`select p.id, p.title, p.description, p.category, p.country, p.delivery_address, p.images, p.created_at, o.username, count(q.id) as quotes
        from public.posts as p join public.profiles as o on o.id = p.user_id left join public.quotes as q on q.post_id = p.id
        where not p.is_hidden group by p.id, o.id order by p.id desc limit 10 offset $1`),
      values: [(page - 1) * 10],
    },
    { text: 'select count(*) from public.posts as p where not p.is_hidden' },
  ];
}

/** Ids of the posts in an answer. */
const idsIn = (body: string | null | undefined) =>
  [...(body ?? '').matchAll(/"id":(\d+),"(?:user_id|title)"/g)].map(([, id]) => id).join(' ');

/** G2: pages of the feed with their total, against `offset` and `count(*)`, which run as the table owner: no policy slows them. */
export function paging(market: Market, effort: Effort): Promise<Result> {
  return withCallers(
    [
      { market, role: 'anon' },
      { market, role: 'owner' },
    ],
    async (callers) => {
      const [product, peer] = [callerAt(callers, 0), callerAt(callers, 1)];
      const { answers } = await product.ask([request.countPosts({})]);
      const pages = Math.ceil(Number(answers[0]) / 10);
      const deep = { a: new Times(), b: new Times() };
      const rows: string[][] = [];
      for (const { what, share, isDeep } of PLACES) {
        const page = 1 + Math.floor(share * pages);
        const [ours, theirs] = [[request.listPosts({}, page), request.countPosts({})], pageByOffset(page)];
        const bodies = await Promise.all([product.ask(ours), peer.ask(theirs)]);
        const [first, second] = bodies.map(({ answers: [body] }) => idsIn(body));
        if (first !== second) throw new Error(`Page ${page} is not the same: ${first} and ${second}`);
        const { a, b } = two(await inTurns([side(product, ours), side(peer, theirs)], effort));
        if (isDeep) deep.a.add(a);
        if (isDeep) deep.b.add(b);
        rows.push([
          `${what} (${page})`,
          inMilliseconds(a.median),
          inMilliseconds(a.p95),
          inMilliseconds(b.median),
          inMilliseconds(b.p95),
          times(b.median / a.median),
        ]);
      }
      const ratio = deep.b.p95 / deep.a.p95;
      return {
        title: 'G2 A page of the feed with its total, against `offset`, `count(*)` and joined quotes (ms)',
        table: table(['page', 'median', 'p95', 'offset: median', 'p95', 'offset / page'], rows),
        verdicts: [
          {
            text: `p95 of the deep pages ${inMilliseconds(deep.a.p95)} ms against ${inMilliseconds(deep.b.p95)} ms: ${times(ratio)}, to reach 3,000×`,
            isReached: ratio >= 3000,
          },
        ],
      };
    },
  );
}

/** Filters of a feed: the most frequent country and category, and a category with two spellings. */
const NARROWED: { what: string; search: request.Search }[] = [
  { what: 'the whole feed', search: {} },
  { what: 'a country', search: { country: 'vn' } },
  { what: 'a category', search: { categories: ['service'] } },
  { what: 'a country and a category', search: { country: 'vn', categories: ['service'] } },
  { what: 'a category with two spellings', search: { categories: withEquivalentCategories(['agriculture']) } },
];

/** G2 with filters: pages at several depths of a country and a category, each with its total, against its first page. */
export function narrowing(market: Market, effort: Effort): Promise<Result> {
  return withCallers([{ market, role: 'anon' }], async (callers) => {
    const caller = callerAt(callers, 0);
    const rows: string[][] = [];
    const worst = { median: 0, p95: 0 };
    for (const { what, search } of NARROWED) {
      const { answers } = await caller.ask([request.countPosts(search)]);
      const pages = Math.ceil(Number(answers[0]) / 10);
      const sides = PLACES.map(({ share }) => {
        const page = 1 + Math.floor(share * pages);
        return { page, requests: [request.listPosts(search, page), request.countPosts(search)] };
      });
      const measured = await inTurns(
        sides.map(({ requests }) => side(caller, requests)),
        effort,
      );
      const [first, ...deeper] = measured;
      if (!first) throw new Error('There is a first page');
      for (const each of deeper) {
        worst.median = Math.max(worst.median, each.median / first.median);
        worst.p95 = Math.max(worst.p95, each.p95 / first.p95);
      }
      for (const [place, { page, requests }] of sides.entries()) {
        const { median = NaN, p95 = NaN } = measured[place] ?? {};
        rows.push([
          `${what}, page ${page.toLocaleString('en-US')}`,
          String(await caller.pages(requests)),
          inMilliseconds(median),
          inMilliseconds(p95),
          times(median / first.median),
          times(p95 / first.p95),
        ]);
      }
    }
    return {
      title: 'G2 Deep pages against the first page of the same feed (ms)',
      table: table(['page', 'pages touched', 'median', 'p95', 'median / first', 'p95 / first'], rows),
      verdicts: [
        {
          text: `at the worst ${times(worst.median)} of the first page in the median, ${times(worst.p95)} at p95, to stay within 1.5×`,
          isReached: worst.median <= 1.5 && worst.p95 <= 1.5,
        },
      ],
    };
  });
}

// G3 -----------------------------------------------------------------------------------------------------------------

/** A frequent query, with other arguments each time. */
export interface HotQuery {
  what: string;
  role: Role;
  /** The requests, and the user who sends them, if any. */
  ask: (market: Market, random: Random) => { person?: number; requests: Request[] };
}

const anybody = (market: Market, random: Random) => random.whole(2, market.people);
const anyPost = (market: Market, random: Random) => random.whole(1, market.posts);
const TOP_COUNTRIES = ['vn', 'us', 'de', 'fr'];
const TOP_CATEGORIES = ['service', 'technology', 'industrial', 'agriculture'];
/** 98% of the posts are visible, so this page exists. */
const lastPage = ({ posts }: Market) => Math.floor(posts / 10.3);

/** Owner of a post, as the marketplace was filled. */
async function ownerOf(caller: Caller, id: number): Promise<number> {
  const { answers } = await caller.ask([{ text: 'select user_id from public.posts where id = $1', values: [id] }]);
  return Number(answers[0]);
}

export const HOT: readonly HotQuery[] = [
  { what: 'first page of the feed', role: 'anon', ask: () => ({ requests: [request.listPosts({})] }) },
  { what: 'number of all posts', role: 'anon', ask: () => ({ requests: [request.countPosts({})] }) },
  {
    what: 'deep page of the feed',
    role: 'anon',
    ask: (market, random) => ({
      requests: [request.listPosts({}, Math.ceil(random.between(0.25, 1) * lastPage(market)))],
    }),
  },
  {
    what: 'first pages of a country',
    role: 'anon',
    ask: (_market, random) => ({
      requests: [request.listPosts({ country: random.pick(TOP_COUNTRIES) }, random.whole(1, 5))],
    }),
  },
  {
    what: 'first pages of a category',
    role: 'anon',
    ask: (_market, random) => ({
      requests: [request.listPosts({ categories: [random.pick(TOP_CATEGORIES)] }, random.whole(1, 5))],
    }),
  },
  {
    what: 'search for a word',
    role: 'anon',
    ask: (_market, random) => ({
      requests: [request.listPosts({ search: random.pick(['ceramic', 'coffee', 'quality', 'thép', 'giày da']) })],
    }),
  },
  { what: 'a post', role: 'anon', ask: (market, random) => ({ requests: [request.post(anyPost(market, random))] }) },
  {
    what: 'similar posts',
    role: 'anon',
    ask: (market, random) => ({
      requests: request.similarPosts(anyPost(market, random), withEquivalentCategories([random.pick(TOP_CATEGORIES)])),
    }),
  },
  {
    what: 'page of a person',
    role: 'anon',
    ask: (market, random) => {
      const person = anybody(market, random);
      return { requests: [...request.profile(person), request.postsOf(person)] };
    },
  },
  {
    what: 'my account',
    role: 'authenticated',
    ask: (market, random) => {
      const person = anybody(market, random);
      return { person, requests: [request.account(authId(person))] };
    },
  },
  {
    what: 'my notifications',
    role: 'authenticated',
    ask: (market, random) => ({ person: anybody(market, random), requests: [request.notifications()] }),
  },
  {
    what: 'my unread messages',
    role: 'authenticated',
    ask: (market, random) => ({ person: anybody(market, random), requests: [request.unreadMessages()] }),
  },
  {
    what: 'my posts',
    role: 'authenticated',
    ask: (market, random) => {
      const person = anybody(market, random);
      return { person, requests: [request.ownPosts(person)] };
    },
  },
  {
    what: 'quotes that I sent',
    role: 'authenticated',
    ask: (market, random) => {
      const person = anybody(market, random);
      return { person, requests: [request.sentQuotes(person)] };
    },
  },
  {
    what: 'quotes that I received',
    role: 'authenticated',
    ask: (market, random) => {
      const person = anybody(market, random);
      return { person, requests: [request.receivedQuotes(person)] };
    },
  },
  {
    what: 'hidden posts, for an admin',
    role: 'authenticated',
    ask: () => ({ person: ADMIN, requests: [request.hiddenPosts()] }),
  },
  {
    what: 'number of hidden posts, for an admin',
    role: 'authenticated',
    ask: () => ({ person: ADMIN, requests: [request.countHiddenPosts()] }),
  },
  {
    what: 'statistics of a week, for an admin',
    role: 'authenticated',
    ask: () => ({ person: ADMIN, requests: [request.stats(7)] }),
  },
];

function hotSide(query: HotQuery, market: Market, caller: Caller): Side {
  const random = randomOf(query.what);
  return async () => {
    const { person, requests } = query.ask(market, random);
    if (person !== undefined) await caller.become(person);
    return (await caller.ask(requests)).milliseconds;
  };
}

/** Pages that a hot query touches: the median of several runs, because their arguments differ. */
export async function hotPages(query: HotQuery, market: Market, caller: Caller, runs = 9): Promise<number> {
  const random = randomOf(query.what);
  const counts: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const { person, requests } = query.ask(market, random);
    if (person !== undefined) await caller.become(person);
    counts.push(await caller.pages(requests));
  }
  return counts.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? NaN;
}

/**
 * G3: the hot queries in marketplaces of several sizes, the smallest first. A plan can be bad in the middle and good at
 * both ends, so each size is compared with the smallest.
 */
export function growing(markets: readonly Market[], effort: Effort): Promise<Result> {
  return withCallers(
    markets.flatMap((market) => [
      { market, role: 'anon' as const },
      { market, role: 'authenticated' as const },
    ]),
    async (callers) => {
      const measured = [];
      for (const query of HOT) {
        const asked = markets.map((market, place) => ({
          market,
          caller: callerAt(callers, 2 * place + (query.role === 'anon' ? 0 : 1)),
        }));
        const sizes = await inTurns(
          asked.map(({ market, caller }) => hotSide(query, market, caller)),
          effort,
        );
        const pages: number[] = [];
        for (const { market, caller } of asked) pages.push(await hotPages(query, market, caller));
        const [smallest = NaN, ...larger] = sizes.map(({ p95 }) => p95);
        measured.push({ what: query.what, sizes, pages, ratio: Math.max(...larger) / smallest });
      }
      const over = measured.filter(({ ratio }) => ratio > 1.5);
      return {
        title: `G3 Hot queries at ${markets.map(({ posts }) => posts.toLocaleString('en-US')).join(', ')} posts: median / p95 (ms), pages touched`,
        table: table(
          ['query', ...markets.map(({ posts }) => posts.toLocaleString('en-US')), 'worst p95 / smallest'],
          measured.map(({ what, sizes, pages, ratio }) => [
            what,
            ...sizes.map(
              ({ median, p95 }, place) => `${inMilliseconds(median)} / ${inMilliseconds(p95)}, ${pages[place] ?? ''}`,
            ),
            times(ratio),
          ]),
        ),
        verdicts: [
          {
            text:
              over.length === 0
                ? 'every p95 at most 1.5×'
                : `${measured.length - over.length} of ${measured.length} at most 1.5×; above: ${over.map(({ what }) => what).join(', ')}`,
            isReached: over.length === 0,
          },
        ],
      };
    },
  );
}

// G4 -----------------------------------------------------------------------------------------------------------------

/** A query of a user, and the query of the table owner for the same rows. */
interface SecuredQuery {
  what: string;
  ask: (of: Things) => Request[];
  asOwner?: (of: Things) => Request[];
  isForAdmins?: true;
}

/** A user, one of their posts and a quote on it, and the last page of the feed. */
interface Things {
  me: number;
  post: number;
  quote: number;
  last: number;
}

/** The hot queries of G3, and those whose rows only a policy selects. */
const SECURED: SecuredQuery[] = [
  { what: 'the newest posts, from the table', ask: () => [request.newestPosts()] },
  { what: 'first page of the feed', ask: () => [request.listPosts({})] },
  { what: 'number of all posts', ask: () => [request.countPosts({})] },
  { what: 'deep page of the feed', ask: ({ last }) => [request.listPosts({}, Math.ceil(last / 2))] },
  { what: 'first page of a country', ask: () => [request.listPosts({ country: 'vn' })] },
  { what: 'first page of a category', ask: () => [request.listPosts({ categories: ['service'] })] },
  { what: 'search for a word', ask: () => [request.listPosts({ search: 'ceramic' })] },
  { what: 'a post', ask: ({ post }) => [request.post(post)] },
  {
    what: 'similar posts',
    ask: ({ post }) => request.similarPosts(post, withEquivalentCategories(['service'])),
  },
  { what: 'my account', ask: ({ me }) => [request.account(authId(me))] },
  { what: 'my posts', ask: ({ me }) => [request.ownPosts(me)] },
  { what: 'page of a person', ask: ({ me }) => [...request.profile(me), request.postsOf(me)] },
  { what: 'quotes on my post', ask: ({ post }) => [request.quotesOfPost(post)] },
  { what: 'quotes that I sent', ask: ({ me }) => [request.sentQuotes(me)] },
  { what: 'quotes that I received', ask: ({ me }) => [request.receivedQuotes(me)] },
  {
    what: 'my notifications',
    ask: () => [request.notifications()],
    asOwner: ({ me }) => [request.notificationsOf(me)],
  },
  { what: 'my unread messages', ask: () => [request.unreadMessages()] },
  { what: 'messages on a quote', ask: ({ quote }) => [request.messagesOf(quote)] },
  { what: 'reviews of a person', ask: ({ me }) => [request.reviewsOf(me)] },
  { what: 'hidden posts, for an admin', ask: () => [request.hiddenPosts()], isForAdmins: true },
  { what: 'number of hidden posts, for an admin', ask: () => [request.countHiddenPosts()], isForAdmins: true },
  { what: 'statistics of a week, for an admin', ask: () => [request.stats(7)], isForAdmins: true },
];

/** Pages that a policy can touch in addition to those of the answer. */
const PAGES_OF_POLICIES = 10;

/** G4: the same rows for a signed-in user, through row-level security, and for the table owner. */
export function securing(market: Market, effort: Effort): Promise<Result> {
  return withCallers(
    [
      { market, role: 'authenticated' },
      { market, role: 'owner' },
    ],
    async (callers) => {
      const [secured, owner] = [callerAt(callers, 0), callerAt(callers, 1)];
      // Every fourth quote was filled with a message.
      const post = 4 * Math.ceil(market.posts / 12);
      const me = await ownerOf(owner, post);
      const of = { post, quote: post * market.quotesPerPost, me, last: lastPage(market) };
      const measured = [];
      for (const { what, ask, asOwner = ask, isForAdmins = false } of SECURED) {
        for (const caller of callers) await caller.become(isForAdmins ? ADMIN : me);
        const bodies = await Promise.all([secured.ask(ask(of)), owner.ask(asOwner(of))]);
        const [first, second] = bodies.map(({ answers }) => answers.join(' '));
        if (first !== second) throw new Error(`${what}: a policy shows other rows`);
        const { a, b } = two(await inTurns([side(secured, ask(of)), side(owner, asOwner(of))], effort));
        const pages = { a: await secured.pages(ask(of)), b: await owner.pages(asOwner(of)) };
        measured.push({ what, a, b, pages, ratio: a.median / b.median });
      }
      const over = measured.filter(({ ratio }) => ratio > 1.2);
      const heavy = measured.filter(({ pages }) => pages.a > pages.b + PAGES_OF_POLICIES);
      return {
        title: 'G4 Cost of row-level security: a signed-in person against the owner of the tables (ms)',
        table: table(
          ['query', 'person: pages', 'median', 'p95', 'owner: pages', 'median', 'p95', 'person / owner'],
          measured.map(({ what, a, b, pages, ratio }) => [
            what,
            pages.a.toLocaleString('en-US'),
            inMilliseconds(a.median),
            inMilliseconds(a.p95),
            pages.b.toLocaleString('en-US'),
            inMilliseconds(b.median),
            inMilliseconds(b.p95),
            times(ratio),
          ]),
        ),
        verdicts: [
          {
            text:
              over.length === 0
                ? 'every median at most 1.2×'
                : `${measured.length - over.length} of ${measured.length} at most 1.2×; above: ${over.map(({ what }) => what).join(', ')}`,
            isReached: over.length === 0,
          },
          {
            text:
              heavy.length === 0
                ? `every query touches at most ${PAGES_OF_POLICIES} pages more than for the owner`
                : `more than ${PAGES_OF_POLICIES} pages beside those of the owner: ${heavy.map(({ what }) => what).join(', ')}`,
            isReached: heavy.length === 0,
          },
        ],
      };
    },
  );
}
