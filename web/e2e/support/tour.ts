/** Every page of the product and who looks at it: where tours in other languages go. */
import type { Browser, Page } from '@playwright/test';
import type { World } from '../../../supabase/tests/support/world.ts';
import { bringSession } from './login-as.ts';
import { chooseVietnamese } from './pseudo-language.ts';
import { shownTexts, type ShownText } from './shown-texts.ts';
import { spareData } from './spare-data.ts';
import type { Catalogue } from './vietnamese.ts';

/** Who opens a page; each sees more than the one before. */
export type Persona = 'guest' | 'supplier' | 'owner' | 'admin' | 'main admin';

const ACCOUNTS: Record<Exclude<Persona, 'guest'>, string> = {
  supplier: 'bob@example.com',
  owner: 'anna@example.com',
  admin: 'adam@example.com',
  'main admin': 'mona@example.com',
};

export type Ids = { post: number; ownPost: number; news: number; user: number; quote: number; deal: number };

type Visit = { addresses: (ids: Ids) => string[]; by: Persona[]; isEnglish?: true };

const EVERYBODY: Persona[] = ['guest', 'supplier', 'owner', 'main admin'];
const USERS: Persona[] = ['supplier', 'owner'];
const ADMINS: Persona[] = ['main admin', 'admin'];

/** Every route as the router names it, with addresses that show it and those who look at it. */
export const VISITS: Record<string, Visit> = {
  'paths.home': { addresses: () => ['/', '/?q=%D0%B6%D0%B6%D0%B6'], by: EVERYBODY },
  "'/post/:segment'": {
    addresses: ({ post, ownPost }) => [`/post/x-${post}`, `/post/x-${ownPost}`, '/post/x-999999'],
    by: EVERYBODY,
  },
  "'/users/:id'": { addresses: ({ user }) => [`/users/${user}`, '/users/999999'], by: EVERYBODY },
  'paths.news': { addresses: () => ['/news'], by: EVERYBODY },
  "'/news/:id'": { addresses: ({ news }) => [`/news/${news}`, '/news/999999'], by: ['guest', 'main admin'] },
  'paths.auth()': { addresses: () => ['/auth', '/auth?tab=register'], by: ['guest'] },
  'paths.authProvider': { addresses: () => ['/auth/google'], by: ['guest'] },
  'paths.authCallback': {
    addresses: () => ['/auth/callback', '/auth/callback?error=%D0%96&error_description=%D0%96'],
    by: ['guest'],
  },
  'paths.verifyEmail': { addresses: () => ['/verify-email', '/verify-email?token=x&userId=1'], by: ['guest'] },
  'paths.resetPassword': { addresses: () => ['/reset-password', '/reset-password?token=x'], by: ['guest'] },
  'paths.terms': { addresses: () => ['/terms'], by: ['guest'] },
  'paths.privacy': { addresses: () => ['/privacy'], by: ['guest'] },
  'paths.feedback': { addresses: () => ['/feedback'], by: ['guest', 'owner'] },
  'paths.unsubscribe': { addresses: () => ['/unsubscribe', '/unsubscribe?token=x'], by: ['guest'] },
  'paths.apiDocs': { addresses: () => ['/api-docs'], by: ['guest'], isEnglish: true },
  'paths.toastTest': { addresses: () => ['/toast-test'], by: ['guest'], isEnglish: true },
  'paths.demo': { addresses: () => ['/demo'], by: ['guest'], isEnglish: true },
  'paths.profile': {
    addresses: () => ['/profile', '/profile?tab=security', '/profile?tab=notifications'],
    by: ['supplier'],
  },
  'paths.account()': { addresses: () => ['/account', '/account?tab=quotes', '/account?tab=inbox'], by: USERS },
  'paths.myQuotes': {
    addresses: ({ quote }) => [
      '/my-quotes',
      ...['', '&view=messages', '&view=history'].map((view) => `/my-quotes?quote=${quote}${view}`),
    ],
    by: ['supplier'],
  },
  "'/compare/:postId'": {
    addresses: ({ ownPost, post }) => [`/compare/${ownPost}`, `/compare/${post}`],
    by: ['owner'],
  },
  "'/deal/:quoteId'": { addresses: ({ deal }) => [`/deal/${deal}`, '/deal/999999'], by: ['owner'] },
  'paths.myReviews': { addresses: () => ['/my-reviews'], by: USERS },
  'paths.notifications': { addresses: () => ['/notifications', '/notifications?kind=messages'], by: USERS },
  'paths.adminStats': { addresses: () => ['/admin/stats'], by: ADMINS },
  'paths.adminUsers': { addresses: ({ user }) => ['/admin/users', `/admin/users?user=${user}`], by: ADMINS },
  'paths.adminPosts': {
    addresses: () => ['/admin/posts', '/admin/posts?q=%D0%B6%D0%B6%D0%B6&sort=deadline'],
    by: ADMINS,
  },
  'paths.adminHiddenPosts': { addresses: () => ['/admin-hidden-posts'], by: ADMINS },
  'paths.adminFeedback': { addresses: () => ['/admin/feedback', '/admin/feedback?feedback=1'], by: ADMINS },
  'paths.adminNotifications': { addresses: () => ['/admin/notifications'], by: ADMINS },
  'paths.adminEmailSettings': { addresses: () => ['/admin/email-settings'], by: ADMINS },
  'paths.adminContentFilter': { addresses: () => ['/admin/content-filter'], by: ADMINS },
  'paths.adminSettings': { addresses: () => ['/admin/settings'], by: ADMINS },
  'paths.adminAuditLog': { addresses: () => ['/admin/audit-log'], by: ADMINS },
  '`${paths.admin}/*`': { addresses: () => ['/admin/nothing'], by: ADMINS },
  "'*'": { addresses: () => ['/nothing/here'], by: ['guest'] },
};

export const PERSONAS: Persona[] = ['owner', 'supplier', 'main admin', 'admin', 'guest'];

/** Everywhere where a persona comes first: each address once. */
export function addressesOf(persona: Persona, ids: Ids): string[] {
  return Object.values(VISITS).flatMap(({ addresses, by, isEnglish }) =>
    !isEnglish && by[0] === persona ? addresses(ids) : [],
  );
}

/** What the addresses of the demo data name. */
export async function findIds(world: World): Promise<Ids> {
  const [ids] = await world.sql<Ids>(
    `select (select q.post_id from public.quotes q join public.profiles p on p.id = q.supplier_id where p.username = 'bob' and q.post_id is not null order by 1 limit 1)::int as post,
       (select t.id from public.posts t join public.profiles p on p.id = t.user_id where p.username = 'anna' and not t.is_hidden
        order by (select count(*) from public.quotes q where q.post_id = t.id) desc limit 1)::int as "ownPost",
       (select min(id) from public.news_items)::int as news,
       (select user_id from (select reviewed_user_id as user_id, count(*) as n from public.reviews group by 1 order by 2 desc limit 1) as r)::int as user,
       (select min(q.id) from public.quotes q join public.profiles p on p.id = q.supplier_id where p.username = 'bob')::int as quote,
       (select min(q.id) from public.quotes q join public.profiles p on p.id = q.post_owner_id where p.username = 'anna' and q.status = 'accepted')::int as deal`,
  );
  if (!ids) throw new Error('The demo has nothing');
  return ids;
}

/** A page of a browser of its own, in another language, in which this persona is signed in; navigate afterwards. */
export async function openAs(browser: Browser, world: World, persona: Persona, catalogue?: Catalogue): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.webUrl });
  await spareData(context);
  await chooseVietnamese(context, catalogue);
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  if (persona !== 'guest') await bringSession(page, world, ACCOUNTS[persona]);
  return page;
}

/**
 * What is English or Vietnamese on purpose: pages for programmers, and the legal texts, which are documents of their own.
 */
const ELSEWHERE = 'main [lang="en"], main article[lang="vi"], main nav ol[lang="vi"]';

type Untranslated = (shown: readonly ShownText[]) => ShownText[];

/** Collects what is English where it is first seen, outside what `except` (a selector) holds. */
export function watchEnglish(page: Page, persona: Persona, untranslated: Untranslated, found: Map<string, string>) {
  return async (way: string, except = ELSEWHERE) => {
    for (const { text, where } of untranslated(await shownTexts(page, except)))
      if (!found.has(text)) {
        found.set(text, `${text.slice(0, 120)}  (${where}; ${persona}: ${way})`);
      }
  };
}
