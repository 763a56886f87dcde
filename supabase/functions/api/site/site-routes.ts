import { Hono } from 'hono';
import { z } from 'zod';
import { dataOf, guestClient } from '../../_shared/clients.ts';
import { CATEGORIES, categoryLabel, withEquivalentCategories } from '../../_shared/domain/categories.ts';
import { countryName, toCountryCode } from '../../_shared/domain/countries.ts';
import { DEFAULT_LOCALE, isLocale } from '../../_shared/domain/locale.ts';
import { COUNTRY_MAX } from '../../_shared/domain/limits.ts';
import { PRODUCT_NAME } from '../../_shared/domain/product.ts';
import { postSlug } from '../../_shared/domain/slug.ts';
import { env } from '../../_shared/env.ts';
import { notFound } from '../../_shared/http/api-error.ts';
import { readQuery } from '../../_shared/http/body.ts';
import type { ApiContext, ApiEnv } from '../../_shared/http/context.ts';
import { factsOf } from './page-facts.ts';
import { atomFeed } from './atom-feed.ts';
import { asHeader, writeHead } from './write-head.ts';
import { sitemap, sitemapIndex } from './sitemap.ts';

/**
 * What search engines and feed readers read at the address of the page; its host passes these paths on. All of it is
 * read as a guest, so that it can be kept for everybody and nothing else can get in.
 */
export const siteRoutes = new Hono<ApiEnv>();

const { siteUrl } = env;
const NEWS_MAX = 1_000;
const FEED_MAX = 50;

/** Pages that need a session, start one, or are reached from mails. */
const PRIVATE_PATHS = [
  'account',
  'admin',
  'auth/',
  'compare',
  'my-quotes',
  'my-reviews',
  'notifications',
  'profile',
  'reset-password',
  'unsubscribe',
  'verify-email',
];

/** Answers a text that shared caches may keep for a minute. */
function answerKept(c: ApiContext, type: string, text: string): Response {
  c.header('Cache-Control', 'public, max-age=60');
  return c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8` });
}

siteRoutes.get('/robots.txt', (c) =>
  answerKept(
    c,
    'text/plain',
    [
      'User-agent: *',
      'Disallow: /api/',
      ...PRIVATE_PATHS.map((path) => `Disallow: /${path}`),
      '',
      `Sitemap: ${siteUrl}/sitemap.xml`,
      '',
    ].join('\n'),
  ),
);

const sitemapPages = z.array(z.object({ page: z.number(), changed_at: z.string() }));

/** Without a page the index; `?page=site` has what is not a post, a number a range of posts. */
siteRoutes.get('/sitemap.xml', async (c) => {
  const page = c.req.query('page');
  const text =
    page === undefined ? await index() : sitemap(page === 'site' ? await siteAddresses() : await posts(page));
  return answerKept(c, 'application/xml', text);
});

async function index(): Promise<string> {
  const pages = sitemapPages.parse(dataOf(await guestClient().rpc('sitemap_pages')));
  return sitemapIndex([
    { url: `${siteUrl}/sitemap.xml?page=site` },
    ...pages.map(({ page, changed_at: changedAt }) => ({ url: `${siteUrl}/sitemap.xml?page=${page}`, changedAt })),
  ]);
}

async function siteAddresses() {
  const news = dataOf(await guestClient().rpc('list_news', { page_size: NEWS_MAX }).select('id, updated_at'));
  return [
    ...['/', '/news', '/terms', '/privacy'].map((path) => ({ url: siteUrl + path })),
    ...news.map((item) => ({ url: `${siteUrl}/news/${item.id}`, changedAt: item.updated_at })),
  ];
}

async function posts(page: string) {
  const rows = /^\d{1,9}$/.test(page) ? dataOf(await guestClient().rpc('sitemap_posts', { page: Number(page) })) : [];
  if (rows.length === 0) throw notFound('Page');
  return rows.map((post) => ({ url: `${siteUrl}/post/${postSlug(post)}`, changedAt: post.updated_at }));
}

const feedSchema = z.object({
  country: z.string().trim().max(COUNTRY_MAX).transform(toCountryCode).optional(),
  category: z.enum(CATEGORIES).optional(),
});

/** The newest posts of the page's first list with this country and category. */
siteRoutes.get('/feed.xml', async (c) => {
  const { country, category } = readQuery(c, feedSchema);
  const rows = dataOf(
    await guestClient()
      .rpc('list_posts', {
        country: country || undefined,
        categories: category && withEquivalentCategories([category]),
        page_size: FEED_MAX,
      })
      .select('id, title, description, category, created_at, updated_at, owner:profiles!posts_user_id_fkey(username)')
      .order('id', { ascending: false }),
  );
  const query = new URLSearchParams({ ...(country && { country }), ...(category && { category }) }).toString();
  const title = [category && categoryLabel(category), country && countryName(country), PRODUCT_NAME]
    .filter(Boolean)
    .join(' · ');
  return answerKept(c, 'application/atom+xml', atomFeed({ siteUrl, title, query: query && `?${query}`, posts: rows }));
});

const headSchema = z.object({ lang: z.string().optional(), as: z.literal('header').optional() });

/**
 * The head of a page, for the host that serves it (deploy/page-head.mjs), with the status of the page. As a header for
 * nginx, whose subrequests read no body and know two answers: 204, or 403 for what is not there.
 */
siteRoutes.get('/head/*', async (c) => {
  const { lang, as } = readQuery(c, headSchema);
  const locale = isLocale(lang) ? lang : DEFAULT_LOCALE;
  const facts = await factsOf(guestClient(), c.req.path.replace(/^\/api\/head/, ''), locale);
  const head = writeHead(facts, { siteUrl, locale });
  if (as === 'header') return c.body(null, facts ? 204 : 403, { 'X-Head': asHeader(head) });
  return answerKept(c, 'application/json', JSON.stringify({ status: facts ? 200 : 404, head }));
});
