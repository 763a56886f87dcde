import type { Page, Request } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card } from './support/posts.ts';
import { hold } from './support/requests.ts';

/** The first pages of the feed and the totals that are asked for from now on, without the hits that filters count. */
function feedRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    const isFeed = /\/rpc\/(list|count)_posts/.test(request.url());
    if (isFeed && request.method() !== 'OPTIONS' && !/[?&]page(?:=(?!1&)|_size=100)/.test(request.url()))
      requests.push(request);
  });
  return requests;
}

const namesOf = (requests: Request[]) => requests.map((request) => /(list|count)_posts/.exec(request.url())?.[0]);

test.describe('the feed that index.html asks for', () => {
  for (const [who, address, country] of [
    ['guests', '/', 'vn'],
    ['guests who search', '/?q=rice&country=vn&category=food&unquoted=1&sort=fewest_quotes', 'vn'],
    // No code of the list, so it is stored as typed.
    ['users', '/?country=UK', 'UK'],
  ] as const)
    test(`the feed is requested once, before the code of the page is there: ${who}`, async ({ page, world }) => {
      const anna = await world.person('anna');
      await world.createPost(anna, { title: 'Rice', country, category: 'food' });
      if (who === 'users') await loginAs(page, world, 'bob');
      const requests = feedRequests(page);
      const release = await hold(page, '**/assets/*.js');
      await page.goto(address, { waitUntil: 'commit' });
      await expect.poll(() => namesOf(requests).toSorted()).toEqual(['count_posts', 'list_posts']);
      release();
      await expect(card(page, 'Rice')).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(namesOf(requests).toSorted()).toEqual(['count_posts', 'list_posts']);
    });

  test('the feed falls back to the normal request when the early one fails, and is refetched later', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Rice' });
    let failures = 0;
    await page.route('**/rpc/*_posts*', async (route) => {
      if (failures >= 2) return route.fallback();
      failures += 1;
      return route.abort();
    });
    await page.goto('/');
    await expect(card(page, 'Rice')).toBeVisible();
    expect(failures).toBe(2);
  });
});

test.describe('the account that index.html asks for', () => {
  for (const page of ['the feed', 'a post', 'the own profile'] as const)
    test(`the own account is requested once, before the code of the page is there: ${page}`, async ({
      page: tab,
      world,
    }) => {
      const anna = await world.person('anna');
      const { id } = await world.createPost(anna, { title: 'Rice' });
      await loginAs(tab, world, 'bob');
      const accounts: Request[] = [];
      tab.on('request', (request) => {
        if (new URL(request.url()).pathname.endsWith('/rest/v1/accounts')) accounts.push(request);
      });
      const release = await hold(tab, '**/assets/*.js');
      await tab.goto({ 'the feed': '/', 'a post': `/post/rice-${id}`, 'the own profile': '/profile' }[page], {
        waitUntil: 'commit',
      });
      await expect.poll(() => accounts.length).toBe(1);
      release();
      await expect(tab.getByRole('button', { name: 'Account menu of bob' })).toBeVisible();
      await tab.waitForLoadState('networkidle');
      expect(accounts).toHaveLength(1);
    });
});

test.describe('the pages that links lead to', () => {
  const COVER = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"/>';
  for (const [name, pathOf, wanted] of [
    ['the news', () => '/news?q=rice', ['GET count_news', 'GET cover.thumb.webp', 'GET list_news']],
    ['a news item', (ids) => `/news/${ids.news}`, ['GET cover.webp', 'GET news_items']],
    ['a user', (ids) => `/users/${ids.user}`, ['GET posts', 'GET profiles', 'HEAD posts']],
  ] as readonly [string, (ids: { news: number; user: number }) => string, string[]][])
    test(`the data is requested once, before the code of the page is there: ${name}`, async ({ page, world }) => {
      const anna = await world.person('anna');
      await world.createPost(anna, { title: 'Rice' });
      const [item] = await world.sql<{ id: number }>(
        `insert into public.news_items (type, title, images, status, published_at)
        values ('news', 'Rice', '{8d3f4d7c-5a27-4a5e-9d4f-6a1c1b1f0a11/cover.webp}', 'published', now()) returning id::int as id`,
      );
      await page.route('**/news-images/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: COVER }));
      const requests: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        const asked = `${request.method()} ${pathname.split('/').at(-1)}`;
        if (wanted.includes(asked)) requests.push(asked);
      });
      const release = await hold(page, /\/assets\/(?!start-|later-)[^/]*\.js$/);
      await page.goto(pathOf({ news: item?.id ?? 0, user: anna.id }), { waitUntil: 'commit' });
      await expect.poll(() => requests.toSorted()).toEqual(wanted);
      release();
      await expect(page.getByRole('article').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(requests.toSorted()).toEqual(wanted);
    });

  test('the form of feedback leaves the line to the code that shows its page', async ({ page }) => {
    const files: string[] = [];
    page.on('request', (request) => files.push(new URL(request.url()).pathname));
    const asked = (part: string) => files.some((file) => file.includes(part));
    const release = await hold(page, /\/assets\/index-[^/]*\.js$/);
    await page.goto('/feedback', { waitUntil: 'commit' });
    await expect.poll(() => asked('/feedback-page-')).toBe(true);
    expect(asked('/feedback-form-')).toBe(false);
    release();
    await expect(page.locator('main form')).toBeVisible();
    expect(asked('/feedback-form-')).toBe(true);
  });
});
