import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { comeTo, explore, refuseWrites, watchRest } from './support/explore.ts';
import { expect, test } from './support/fixtures.ts';
import { bringSession } from './support/login-as.ts';
import { loadMaskedDemo } from './support/masked-demo.ts';
import { chooseVietnamese, pseudo, pseudoCatalogue } from './support/pseudo-language.ts';
import { shownTexts, type ShownText } from './support/shown-texts.ts';
import { untranslatedBeside } from './support/untranslated.ts';
import type { Catalogue } from './support/vietnamese.ts';
import { VIEWPORTS } from './support/viewports.ts';
import { cutTexts } from './support/cut-texts.ts';
import { expectAccessible } from './support/axe.ts';

/** Who opens a page; each sees more than the one before. */
type Persona = 'guest' | 'supplier' | 'owner' | 'admin' | 'main admin';

const ACCOUNTS: Record<Exclude<Persona, 'guest'>, string> = {
  supplier: 'bob@example.com',
  owner: 'anna@example.com',
  admin: 'adam@example.com',
  'main admin': 'mona@example.com',
};

type Ids = { post: number; ownPost: number; news: number; user: number; quote: number };

type Visit = { addresses: (ids: Ids) => string[]; by: Persona[]; isEnglish?: true };

const EVERYBODY: Persona[] = ['guest', 'supplier', 'owner', 'main admin'];
const USERS: Persona[] = ['supplier', 'owner'];
const ADMINS: Persona[] = ['main admin', 'admin'];

/** Every route as the router names it, with addresses that show it and those who look at it. */
const VISITS: Record<string, Visit> = {
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
  'paths.profile': { addresses: () => ['/profile', '/profile?tab=security', '/profile?tab=emails'], by: ['supplier'] },
  'paths.account()': { addresses: () => ['/account', '/account?tab=quotes'], by: USERS },
  'paths.myQuotes': { addresses: ({ quote }) => ['/my-quotes', `/my-quotes?quote=${quote}`], by: ['supplier'] },
  "'/compare/:postId'": {
    addresses: ({ ownPost, post }) => [`/compare/${ownPost}`, `/compare/${post}`],
    by: ['owner'],
  },
  'paths.myReviews': { addresses: () => ['/my-reviews'], by: USERS },
  'paths.adminStats': { addresses: () => ['/admin/stats'], by: ADMINS },
  'paths.adminUsers': { addresses: ({ user }) => ['/admin/users', `/admin/users?user=${user}`], by: ADMINS },
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

/**
 * What is English or Vietnamese on purpose: pages for programmers, and the legal texts, which are documents of their own.
 */
const ELSEWHERE = 'main [lang="en"], main article[lang="vi"], main nav ol[lang="vi"]';

test('the tour of the languages goes to every page of the router [A633]', () => {
  const router = readFileSync(new URL('../src/app/router.tsx', import.meta.url), 'utf8');
  const pages = [...router.matchAll(/\b(?:page|likelyPage|rarePage)\(\s*(`[^`]*`|'[^']*'|paths\.\w+(?:\(\))?),/g)].map(
    ([, path]) => path,
  );
  expect(Object.keys(VISITS).toSorted()).toEqual(pages.toSorted());
});

async function findIds(world: World): Promise<Ids> {
  const [ids] = await world.sql<Ids>(
    `select (select q.post_id from public.quotes q join public.profiles p on p.id = q.supplier_id where p.username = 'bob' and q.post_id is not null order by 1 limit 1)::int as post,
       (select t.id from public.posts t join public.profiles p on p.id = t.user_id where p.username = 'anna' and not t.is_hidden
        order by (select count(*) from public.quotes q where q.post_id = t.id) desc limit 1)::int as "ownPost",
       (select min(id) from public.news_items)::int as news,
       (select user_id from (select reviewed_user_id as user_id, count(*) as n from public.reviews group by 1 order by 2 desc limit 1) as r)::int as user,
       (select min(q.id) from public.quotes q join public.profiles p on p.id = q.supplier_id where p.username = 'bob')::int as quote`,
  );
  if (!ids) throw new Error('The demo has nothing');
  return ids;
}

async function openAs(browser: Browser, world: World, persona: Persona, catalogue?: Catalogue): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.webUrl });
  await chooseVietnamese(context, catalogue);
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  if (persona !== 'guest') await bringSession(page, world, ACCOUNTS[persona]);
  return page;
}

type Untranslated = (shown: readonly ShownText[]) => ShownText[];

/** Collects what is English where it is first seen, outside what `except` (a selector) holds. */
function watchEnglish(page: Page, persona: Persona, untranslated: Untranslated, found: Map<string, string>) {
  return async (way: string, except = ELSEWHERE) => {
    for (const { text, where } of untranslated(await shownTexts(page, except)))
      if (!found.has(text)) {
        found.set(text, `${text.slice(0, 120)}  (${where}; ${persona}: ${way})`);
      }
  };
}

const PERSONAS: Persona[] = ['owner', 'supplier', 'main admin', 'admin', 'guest'];

test('in another language nothing is English on any page, in any dialog, drawer or menu [A633]', async ({
  browser,
  world,
}) => {
  test.setTimeout(900_000);
  const untranslated = untranslatedBeside(await loadMaskedDemo(world));
  const ids = await findIds(world);
  const found = new Map<string, string>();
  const logout = `menuitem ${pseudo('Logout').slice(1, -1)}`;
  const known = new Set([logout]);
  for (const persona of PERSONAS)
    await test.step(persona, async () => {
      const page = await openAs(browser, world, persona, pseudoCatalogue());
      await refuseWrites(page, 'Ж');
      const look = watchEnglish(page, persona, untranslated, found);
      const rest = watchRest(page);
      for (const { addresses, isEnglish } of Object.values(VISITS).filter(({ by }) => by.includes(persona)))
        for (const address of addresses(ids)) {
          if (isEnglish) {
            await page.goto(address);
            await rest();
            await look(address, 'main');
          } else await explore({ page, look, rest, known }, address);
        }
      await page.context().close();
      // Menus have other entries for others.
      for (const name of known) if (name.startsWith('menu') && name !== logout) known.delete(name);
    });
  expect([...found.values()]).toEqual([]);
});

/** Everywhere where a persona comes first: each address once. */
function addressesOf(persona: Persona, ids: Ids): string[] {
  return Object.values(VISITS).flatMap(({ addresses, by, isEnglish }) =>
    !isEnglish && by[0] === persona ? addresses(ids) : [],
  );
}

for (const [name, catalogue] of [
  ['texts 40 % longer', pseudoCatalogue(true)],
  ['Vietnamese', undefined],
] as const)
  test(`${name}: at 390 px nothing is too wide or cut on any page [A643]`, async ({ browser, world }) => {
    test.setTimeout(900_000);
    await loadMaskedDemo(world);
    const ids = await findIds(world);
    const problems: string[] = [];
    for (const persona of PERSONAS)
      await test.step(persona, async () => {
        const page = await openAs(browser, world, persona, catalogue);
        await page.setViewportSize(VIEWPORTS.phone);
        const rest = watchRest(page);
        for (const address of addressesOf(persona, ids)) {
          await comeTo(page, address);
          await rest();
          // At rest for a moment is also a page whose data came and is not drawn yet.
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
          problems.push(...(await cutTexts(page)).map((text) => `${address}: ${text}`));
          if (!catalogue) await expectAccessible(page);
        }
        await page.context().close();
      });
    expect(problems).toEqual([]);
  });

for (const [state, answer] of [
  ['loading', null],
  ['failed', { status: 500, json: { code: 'XX000', message: 'Ж' } }],
  ['empty', undefined],
] as const)
  test(`in another language nothing is English on any page that is ${state} [A633]`, async ({ browser, world }) => {
    test.setTimeout(900_000);
    const people = { owner: 'anna', supplier: 'bob', admin: 'adam', 'main admin': 'mona', guest: null } as const;
    const untranslated = untranslatedBeside(new Set(['anna', 'bob', 'adam', 'mona']));
    const found = new Map<string, string>();
    const ids = { post: 1, ownPost: 1, news: 1, user: 1, quote: 1 };
    for (const persona of PERSONAS)
      await test.step(persona, async () => {
        const who = people[persona];
        if (who) await world.person(who, { firstName: 'Ж', lastName: 'Ж' });
        const page = await openAs(browser, world, persona, pseudoCatalogue());
        const rest = watchRest(page, answer === null ? /\/(?:rest\/v1|api)\// : undefined);
        const look = watchEnglish(page, persona, untranslated, found);
        if (answer !== undefined)
          for (const pattern of ['**/rest/v1/**', '**/api/**'])
            await page.route(pattern, (route) => {
              const isMine = route.request().url().includes('/profiles?') && route.request().url().includes('auth_id');
              if (route.request().method() === 'OPTIONS' || isMine) return route.fallback();
              return answer ? route.fulfill(answer) : undefined;
            });
        for (const address of addressesOf(persona, ids)) {
          await comeTo(page, address);
          await rest();
          await look(address);
        }
        await page.context().close();
      });
    expect([...found.values()]).toEqual([]);
  });
