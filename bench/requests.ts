/** The product's requests in the SQL that PostgREST generates: rows with their embedded rows, as one JSON text. */
import { MESSAGES_PER_PAGE, NOTIFICATIONS_MAX, POSTS_PER_PAGE } from '../supabase/functions/_shared/domain/limits.ts';
import { OWN_POST_COLUMNS, REQUIREMENT_COLUMNS } from '../supabase/functions/_shared/rows/post-row.ts';
import { QUOTE_COLUMNS, STANDING_COLUMNS } from '../supabase/functions/_shared/rows/quote-row.ts';
import type { Request } from './caller.ts';

export const asJson = (rows: string, counted?: string) =>
  `with source as (${rows})${counted === undefined ? '' : `, counted as (select 1 ${counted})`}
   select coalesce(json_agg(s), '[]') as body, count(s) as page_total${counted === undefined ? '' : ', (select count(*) from counted) as total'} from source as s`;

/** A list of columns, each with the alias of its table. */
const of = (table: string, columns: string) => columns.replaceAll(/(?<=^|, )/g, `${table}.`);

const POST = `${of('p', `${OWN_POST_COLUMNS}, ${REQUIREMENT_COLUMNS}`)}, row_to_json(o) as owner, row_to_json(c) as counters`;
const POST_PARTS = `
  left join lateral (select x.id, x.username, x.avatar_path from public.profiles x where x.id = p.user_id) as o on true
  left join lateral (select x.likes, x.quotes from public.post_counters x where x.post_id = p.id) as c on true`;

/** Posts with the columns of a card, from a table or function that returns posts. */
export const cards = (source: string, rest: string) =>
  asJson(`select ${POST} from ${source} as p ${POST_PARTS} ${rest}`);

const QUOTE = `${of('q', `${QUOTE_COLUMNS}, ${STANDING_COLUMNS}`)}, q.last_message_at, row_to_json(s) as supplier, row_to_json(o) as owner, coalesce(a.files, '[]') as attachments`;
const QUOTE_PARTS = `
  left join lateral (select x.id, x.username, x.avatar_path, x.company_name, x.rating_average, x.rating_count from public.profiles x
    where x.id = q.supplier_id) as s on true
  left join lateral (select x.id, x.username, x.avatar_path from public.profiles x where x.id = q.post_owner_id) as o on true
  left join lateral (select json_agg(f) as files from (select x.id, x.path, x.name, x.size_bytes from public.quote_attachments x
    where x.quote_id = q.id) as f) as a on true`;

const quotes = (condition: string, limit: number) =>
  asJson(
    `select ${QUOTE} from public.quotes as q ${QUOTE_PARTS} where ${condition} order by q.id desc limit ${limit}`,
    `from public.quotes as q where ${condition}`,
  );

export interface Search {
  search?: string;
  country?: string;
  categories?: readonly string[];
}

const FEED = cards(
  'public.list_posts(search => $1, country => $2, categories => $3, page => $4, page_size => $5, sort => $6)',
  'order by p.search',
);

/** A page of the feed, newest first, or of a search by relevance, as the page asks for it. */
export const listPosts = ({ search, country, categories }: Search, page = 1): Request => ({
  text: FEED,
  values: [search ?? null, country ?? null, categories ?? null, page, POSTS_PER_PAGE, search ? 'relevance' : null],
});

/** The number of posts of a feed or a search. */
export const countPosts = ({ search, country, categories }: Search): Request => ({
  text: 'select public.count_posts(search => $1, country => $2, categories => $3) as total',
  values: [search ?? null, country ?? null, categories ?? null],
});

export const post = (id: number): Request => ({ text: cards('public.posts', 'where p.id = $1'), values: [id] });

export const newestPosts = (): Request => ({
  text: cards('public.posts', `where not p.is_hidden order by p.id desc limit ${POSTS_PER_PAGE}`),
});

/** One request for each spelling of a category. */
export const similarPosts = (id: number, categories: readonly string[]): Request[] =>
  categories.map((category) => ({
    text: cards(
      'public.posts',
      'where p.category = any ($1) and not p.is_hidden and p.id <> $2 order by p.category, p.id desc limit 3',
    ),
    values: [[category], id],
  }));

export const postsOf = (person: number): Request => ({
  text: cards('public.posts', `where p.user_id = $1 and not p.is_hidden order by p.id desc limit ${POSTS_PER_PAGE}`),
  values: [person],
});

export const ownPosts = (me: number): Request => ({
  text: cards('public.posts', 'where p.user_id = $1 order by p.id desc limit 1000'),
  values: [me],
});

export const quotesOfPost = (id: number): Request => ({ text: quotes('q.post_id = $1', 100), values: [id] });

export const sentQuotes = (me: number): Request => ({ text: quotes('q.supplier_id = $1', 10), values: [me] });

export const receivedQuotes = (me: number): Request => ({ text: quotes('q.post_owner_id = $1', 10), values: [me] });

const notificationsWhere = (condition: string) =>
  asJson(
    `select n.id, n.message, n.data, n.read_at, n.created_at from public.notifications as n ${condition} order by n.id desc limit ${NOTIFICATIONS_MAX}`,
  );

/** The caller's own rows, selected by the policy alone. */
export const notifications = (): Request => ({ text: notificationsWhere('') });

/** The same rows for the table owner, who bypasses the policies. */
export const notificationsOf = (person: number): Request => ({
  text: notificationsWhere('where n.user_id = $1'),
  values: [person],
});

export const unreadMessages = (): Request => ({ text: asJson('select * from public.unread_messages() as u') });

export const messagesOf = (quote: number): Request => ({
  text: asJson(`select m.id, m.quote_id, m.sender_id, m.content, m.created_at, m.edited_at, m.deleted_at, m.read_at from public.messages as m
    where m.quote_id = $1 order by m.id desc limit ${MESSAGES_PER_PAGE}`),
  values: [quote],
});

export const account = (auth: string): Request => ({
  text: asJson(`select a.email, a.role, a.suspended_until, a.terms_version, row_to_json(p) as profile from public.accounts as a
    join lateral (select x.id, x.username, x.avatar_path, x.country, x.company_name, x.bio from public.profiles x
      where x.auth_id = $1 and x.id = a.profile_id) as p on true`),
  values: [auth],
});

/** The header of a user's page: public profile and number of visible posts. */
export const profile = (person: number): Request[] => [
  {
    text: asJson(
      'select p.id, p.username, p.avatar_path, p.country, p.company_name, p.bio, p.created_at from public.profiles as p where p.id = $1',
    ),
    values: [person],
  },
  { text: 'select count(*) from public.posts as p where p.user_id = $1 and not p.is_hidden', values: [person] },
];

export const reviewsOf = (person: number): Request => ({
  text: asJson(
    `select r.id, r.rating, r.comment, r.reply, r.created_at, row_to_json(w) as reviewer from public.reviews as r
     left join lateral (select x.id, x.username, x.avatar_path from public.profiles x where x.id = r.reviewer_id) as w on true
     where r.reviewed_user_id = $1 order by r.created_at desc, r.id desc limit 10`,
    'from public.reviews as r where r.reviewed_user_id = $1',
  ),
  values: [person],
});

export const hiddenPosts = (): Request => ({
  text: asJson(`select p.id, p.title, p.hidden_reason, p.hidden_at, row_to_json(o) as owner, row_to_json(c) as counters from public.list_hidden_posts() as p
    ${POST_PARTS} order by p.hidden_at desc, p.id desc`),
});

export const countHiddenPosts = (): Request => ({ text: 'select public.count_hidden_posts() as total' });

/** Statistics of the last days, including today. */
export const stats = (days: number): Request => ({
  text: `select public.admin_stats((now() at time zone 'utc')::date - ($1::integer - 1), (now() at time zone 'utc')::date) as stats`,
  values: [days],
});
