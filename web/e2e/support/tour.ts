/** Every page of the product and who looks at it: where tours in other languages go. */
import type { Browser, Page } from '@playwright/test';
import type { World } from '../../../supabase/tests/support/world.ts';
import { bringSession } from './login-as.ts';
import { openPage } from './open-page.ts';
import { chooseVietnamese } from './pseudo-language.ts';
import { shownTexts, type ShownText } from './shown-texts.ts';
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

/** `isEnglish`: in every language, since it is for programmers. */
type Visit = { addresses: (ids: Ids) => string[]; by: Persona[]; isEnglish?: true };

const visit = (by: Persona[], addresses: (ids: Ids) => string[], isEnglish?: true): Visit => ({
  addresses,
  by,
  ...(isEnglish && { isEnglish }),
});

const EVERYBODY: Persona[] = ['guest', 'supplier', 'owner', 'main admin'];
const USERS: Persona[] = ['supplier', 'owner'];
const ADMINS: Persona[] = ['main admin', 'admin'];

/** Every route as the router names it, with addresses that show it and those who look at it. */
export const VISITS: Record<string, Visit> = {
  'paths.home': visit(EVERYBODY, () => ['/', '/?q=%D0%B6%D0%B6%D0%B6']),
  "'/post/:segment'": visit(EVERYBODY, ({ post, ownPost }) => [
    `/post/x-${post}`,
    `/post/x-${ownPost}`,
    '/post/x-999999',
  ]),
  "'/users/:id'": visit(EVERYBODY, ({ user }) => [`/users/${user}`, '/users/999999']),
  'paths.news': visit(EVERYBODY, () => ['/news']),
  "'/news/:id'": visit(['guest', 'main admin'], ({ news }) => [`/news/${news}`, '/news/999999']),
  'paths.auth()': visit(['guest'], () => ['/auth', '/auth?tab=register']),
  'paths.authProvider': visit(['guest'], () => ['/auth/google']),
  'paths.authCallback': visit(['guest'], () => [
    '/auth/callback',
    '/auth/callback?error=%D0%96&error_description=%D0%96',
  ]),
  'paths.verifyEmail': visit(['guest'], () => ['/verify-email', '/verify-email?token=x&userId=1']),
  'paths.resetPassword': visit(['guest'], () => ['/reset-password', '/reset-password?token=x']),
  'paths.terms': visit(['guest'], () => ['/terms']),
  'paths.privacy': visit(['guest'], () => ['/privacy']),
  'paths.feedback': visit(['guest', 'owner'], () => ['/feedback']),
  'paths.unsubscribe': visit(['guest'], () => ['/unsubscribe', '/unsubscribe?token=x']),
  'paths.apiDocs': visit(['guest'], () => ['/api-docs'], true),
  'paths.toastTest': visit(['guest'], () => ['/toast-test'], true),
  'paths.demo': visit(['guest'], () => ['/demo'], true),
  'paths.profile': visit(['supplier'], () => ['/profile', '/profile?tab=security', '/profile?tab=notifications']),
  'paths.account()': visit(USERS, () => ['/account', '/account?tab=quotes', '/account?tab=inbox']),
  'paths.myQuotes': visit(['supplier'], ({ quote }) => [
    '/my-quotes',
    ...['', '&view=messages', '&view=history'].map((view) => `/my-quotes?quote=${quote}${view}`),
  ]),
  "'/compare/:postId'": visit(['owner'], ({ ownPost, post }) => [`/compare/${ownPost}`, `/compare/${post}`]),
  "'/deal/:quoteId'": visit(['owner'], ({ deal }) => [`/deal/${deal}`, '/deal/999999']),
  'paths.myReviews': visit(USERS, () => ['/my-reviews']),
  'paths.notifications': visit(USERS, () => ['/notifications', '/notifications?kind=messages']),
  'paths.adminStats': visit(ADMINS, () => ['/admin/stats']),
  'paths.adminUsers': visit(ADMINS, ({ user }) => ['/admin/users', `/admin/users?user=${user}`]),
  'paths.adminPosts': visit(ADMINS, () => ['/admin/posts', '/admin/posts?q=%D0%B6%D0%B6%D0%B6&sort=deadline']),
  'paths.adminHiddenPosts': visit(ADMINS, () => ['/admin-hidden-posts']),
  'paths.adminFeedback': visit(ADMINS, () => ['/admin/feedback', '/admin/feedback?feedback=1']),
  'paths.adminNotifications': visit(ADMINS, () => ['/admin/notifications']),
  'paths.adminEmailSettings': visit(ADMINS, () => ['/admin/email-settings']),
  'paths.adminContentFilter': visit(ADMINS, () => ['/admin/content-filter']),
  'paths.adminSettings': visit(ADMINS, () => ['/admin/settings']),
  'paths.adminAuditLog': visit(ADMINS, () => ['/admin/audit-log']),
  '`${paths.admin}/*`': visit(ADMINS, () => ['/admin/nothing']),
  "'*'": visit(['guest'], () => ['/nothing/here']),
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
  const page = await openPage(browser, world);
  await chooseVietnamese(page.context(), catalogue);
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
