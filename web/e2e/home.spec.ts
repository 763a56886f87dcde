import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { focusWindow } from './support/focus-window.ts';
import { loginAs } from './support/login-as.ts';
import { card, cards, collectListRequests, fillFeed, filters, search } from './support/posts.ts';
import { createQuote } from './support/quotes.ts';
import { hold, refuse } from './support/requests.ts';
import { watchShifts } from './support/shifts.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

// Most people start here, and have what comes next before they ask for it.
test.use({ sparesData: false });

const LIST_POSTS = '**/rest/v1/rpc/list_posts*';
const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages of posts' });
const pageButton = (page: Page, name: string) => pager(page).getByRole('button', { name, exact: true });
const currentPage = (page: Page) => pager(page).locator('[aria-current="page"]');

async function chooseCountry(page: Page, name: string): Promise<void> {
  await filters(page).getByRole('combobox', { name: 'Country' }).fill(name);
  await page.getByRole('option', { name }).click();
}

/** The answer to the next request for this page of the feed; the page after the one that is shown is fetched ahead. */
async function answerToPage(page: Page, number: number): Promise<void> {
  const response = await page.waitForResponse((each) => {
    const request = each.request();
    return (
      request.method() === 'GET' && new RegExp(`/rpc/list_posts\\?.*\\bpage=${String(number)}&`).test(request.url())
    );
  });
  await response.finished();
}

test.describe('the home page', () => {
  test('the home page shows five skeletons while it loads, then a guest prompt, filters, posts and pager [A2,A26,A27,A28,A124,A125,A126,A127]', async ({
    page,
    world,
  }) => {
    await fillFeed(world, await world.person('anna'), 12);
    const release = await hold(page, LIST_POSTS);
    await page.goto('/');
    await expect(page.getByTestId('post-skeleton')).toHaveCount(5);
    release();
    await expect(cards(page)).toHaveCount(10);
    await expect(page.getByTestId('post-skeleton')).toHaveCount(0);
    await expect(page.getByText('What do you want to buy?', { exact: true })).toBeVisible();
    await expect(page.getByText('Post a purchase request now!', { exact: true })).toBeVisible();
    await expect(filters(page).getByRole('combobox', { name: 'Country' })).toBeVisible();
    await expect(filters(page).getByRole('group', { name: 'Categories' })).toBeVisible();
    await expect(pager(page)).toBeVisible();
    await expect(page.getByText('12 requests')).toBeVisible();
    await expectAccessible(page);
  });

  test('the home page without posts invites to post; only signed-in users get a button [A128,A131,A133,A134]', async ({
    page,
    world,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'No posts found', exact: true })).toBeVisible();
    await expect(page.getByText('Be the first to create a post!', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create a Post' })).toHaveCount(0);
    await expectAccessible(page);
    await loginAs(page, world, 'anna');
    await page.goto('/');
    await page.getByRole('button', { name: 'Create a Post', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Create Purchase Request', exact: true })).toBeVisible();
  });

  test('the home page finds posts from the header, says why a result is empty, and offers a way out [A3,A129,A130,A132]', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Thép tấm cán nguội' });
    await world.createPost(anna, { title: 'Cashew nuts' });
    const noFilteredPosts = page.getByText('Try adjusting your filters to see more posts', { exact: true });
    const noFoundPosts = page.getByText('No results for "xyz" - try a different search term', { exact: true });

    await test.step('finds posts from the header', async () => {
      await page.goto('/');
      await expect(cards(page)).toHaveCount(2);
      await search(page, 'thep');
      await expect(cards(page)).toHaveCount(1);
      await expect(card(page, 'Thép tấm cán nguội')).toBeVisible();
    });

    await test.step('says why a result is empty, the search term before the filters', async () => {
      await page.goto('/?country=de');
      await expect(noFilteredPosts).toBeVisible();
      await page.goto('/?q=xyz');
      await expect(noFoundPosts).toBeVisible();
      await page.goto('/?q=xyz&country=de');
      await expect(noFoundPosts).toBeVisible();
      await expect(page.getByText('Try adjusting your filters')).toHaveCount(0);
    });

    await test.step('leads out of an empty result', async () => {
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'Clear filters' }).click();
      await expect(main.getByRole('link', { name: 'Clear filters' })).toHaveCount(0);
      await expect(page).toHaveURL('/?q=xyz');
      await main.getByRole('button', { name: 'Clear search' }).click();
      await expect(cards(page)).toHaveCount(2);
      await expect(page).toHaveURL('/');
    });
  });

  test('the home page says why posts failed to load, after two retries unless the message contains a 4 [A135,A136,A494,A495,A496,A497]', async ({
    page,
    world,
  }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    const requests = collectListRequests(page);

    await test.step('does not retry when the message contains a 4', async () => {
      await refuse(page, LIST_POSTS, 'Not Found', 404);
      await page.goto('/');
      await expect(page.getByText('Failed to fetch posts: 404 Not Found')).toBeVisible();
      await page.getByRole('button', { name: 'Retry' }).hover();
      expect(requests).toHaveLength(1);
      await page.unroute(LIST_POSTS);
    });

    await test.step('retries twice otherwise', async () => {
      requests.length = 0;
      await page.route(LIST_POSTS, (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ status: 500, json: { message: 'boom' } })
          : route.continue(),
      );
      await page.goto('/');
      await expect(page.getByText('Failed to load posts', { exact: true })).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('Failed to fetch posts: 500 Internal Server Error', { exact: true })).toBeVisible();
      expect(requests).toHaveLength(3);
      await page.unroute(LIST_POSTS);
    });

    await test.step('reloads on demand', async () => {
      await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Retry', exact: true }).click()]);
      await expect(card(page, 'Rice')).toBeVisible();
    });
  });
});

test.describe('the compact list', () => {
  test('the compact list shows five requests with all their actions, is remembered, and shifts no layout', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await fillFeed(world, anna, 12, { category: 'construction' });
    const long = await world.createPost(anna, {
      title: 'W'.repeat(200),
      description: 'x'.repeat(400),
      area: 'Mekong Delta',
    });
    const bob = await loginAs(page, world, 'bob');
    const [quoted] = await world.sql<{ id: number; title: string }>(
      `select id::int as id, title from public.posts where title = 'Request 12'`,
    );
    await createQuote(bob, quoted?.id ?? 0);
    const button = page.getByRole('button', { name: 'Compact list' });
    const moved = await watchShifts(page);

    await test.step('on demand', async () => {
      await page.goto('/');
      await expect(card(page, 'Request 12').getByText('Number 12')).toBeVisible();
      await expect(button).toHaveAttribute('aria-pressed', 'false');
      await expect(card(page, 'Request 9')).not.toBeInViewport();
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      await expect(button).toBeFocused();
    });

    await test.step('five at once', async () => {
      for (const title of [long.title, 'Request 12', 'Request 11', 'Request 10', 'Request 9']) {
        await expect(card(page, title)).toBeInViewport({ ratio: 1 });
      }
    });

    await test.step('with what a card says and does', async () => {
      const row = card(page, 'Request 12');
      for (const text of ['anna', 'Construction', 'Vietnam', '1 quote', 'Number 12'])
        await expect(row).toContainText(text);
      await expect(row.getByRole('time')).toContainText('just now');
      await expect(row.getByRole('link', { name: /^You quoted on/ })).toBeVisible();
      await row.getByRole('button', { name: 'Like, 0 likes' }).click();
      await expect(row.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute('aria-pressed', 'true');
      await row.getByRole('button', { name: 'Share' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await row.getByRole('button', { name: 'Quotation' }).click();
      await expect(page.getByRole('dialog', { name: 'Send Quote' })).toContainText('Please wait 5 days');
      await page.keyboard.press('Escape');
      await expectAccessible(page);
    });

    await test.step('kept, and nothing moves while it loads', async () => {
      await page.reload();
      await expect(card(page, 'Request 12').getByRole('link', { name: /^You quoted on/ })).toBeVisible();
      await expect(button).toHaveAttribute('aria-pressed', 'true');
      expect(await moved()).toBeLessThan(0.01);
      for (const viewport of [VIEWPORTS.phone, VIEWPORTS.tablet]) {
        await page.setViewportSize(viewport);
        await expect(card(page, 'Request 12').getByRole('button', { name: 'Quotation' })).toBeVisible();
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
    });

    await test.step('and left again', async () => {
      await page.setViewportSize(VIEWPORTS.desktop);
      await button.click();
      await expect(button).toHaveAttribute('aria-pressed', 'false');
      await page.reload();
      await expect(button).toHaveAttribute('aria-pressed', 'false');
      await expect(card(page, 'Request 12').getByRole('link', { name: /^You quoted on/ })).toBeVisible();
      expect(await moved()).toBeLessThan(0.01);
    });
  });
});

test.describe('the filters', () => {
  test('search all posts, not only the loaded ones, and offer every category that posts have [A140,A141]', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Old coffee', country: 'br', category: 'food' });
    await world.createPost(anna, { title: 'Old tractor', country: 'br', category: 'agricultural' });
    await world.createPost(anna, { title: 'Old house', country: 'vn', category: 'real_estate' });
    await fillFeed(world, anna, 15, { country: 'vn', category: 'industrial' });
    await page.goto('/');
    await expect(cards(page)).toHaveCount(10);
    await expect(filters(page).getByRole('checkbox')).toHaveCount(21);
    await expect(filters(page).getByRole('checkbox', { name: 'Real Estate' })).toBeVisible();

    await chooseCountry(page, 'Brazil');
    await expect(cards(page)).toHaveCount(2);
    await expect(page).toHaveURL(/country=br/);
    await filters(page).getByRole('button', { name: 'Clear filters' }).click();
    await expect(cards(page)).toHaveCount(10);
    await filters(page).getByRole('checkbox', { name: 'Food & Beverage' }).check();
    await expect(cards(page)).toHaveCount(1);
    await filters(page).getByRole('checkbox', { name: 'Agricultural' }).check();
    await expect(cards(page)).toHaveCount(2);
    await expect(card(page, 'Old coffee')).toBeVisible();
    await expect(card(page, 'Old tractor')).toBeVisible();
  });

  test('the filters are a column of 280 px from 992 px, else a drawer; the pager narrows below 640 px [A535,A536,A537]', async ({
    page,
    world,
  }) => {
    await fillFeed(world, await world.person('anna'), 120);

    await test.step('a sticky column of 280 px from 992 px', async () => {
      await page.setViewportSize({ width: 992, height: 700 });
      await page.goto('/');
      await expect(cards(page)).toHaveCount(10);
      await cards(page).nth(8).scrollIntoViewIfNeeded();
      await expect(filters(page)).toBeInViewport();
      expect((await filters(page).boundingBox())?.width).toBe(280);
      await page.setViewportSize({ width: 991, height: 700 });
      await expect(filters(page)).toBeHidden();
    });

    await test.step('up to five pages and ellipses, three below 640 px', async () => {
      await page.setViewportSize(VIEWPORTS.desktop);
      await page.goto('/?page=6');
      const numbers = pager(page).getByRole('button', { name: /^Page \d+$/ });
      await expect(numbers).toHaveText(['4', '5', '6', '7', '8']);
      await expect(pager(page).getByText('…')).toHaveCount(2);
      await page.setViewportSize({ width: 640, height: 800 });
      await expect(numbers).toHaveCount(5);
      await page.setViewportSize({ width: 639, height: 800 });
      await expect(numbers).toHaveText(['5', '6', '7']);
      await page.setViewportSize({ width: 360, height: 800 });
      await expectNoSidewaysScroll(page);
    });

    await test.step('a drawer on small screens, behind a button with the number of filters', async () => {
      await page.setViewportSize(VIEWPORTS.phone);
      await page.goto('/?country=vn&category=industrial');
      await expect(filters(page)).toBeHidden();
      await page.getByRole('button', { name: 'Search Filters, 2 active' }).click();
      const drawer = page.getByRole('dialog', { name: 'Search Filters' });
      await drawer.getByRole('checkbox', { name: 'Industrial' }).uncheck();
      await drawer.getByRole('button', { name: 'Show results' }).click();
      await expect(drawer).toBeHidden();
      await expect(page.getByRole('button', { name: 'Search Filters, 1 active' })).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    });
  });
});

test.describe('the pager', () => {
  test('the pager has pages of ten, First, Previous, Next and Last, and returns to page 1 on new filters [A137,A138,A142,A534,A538]', async ({
    page,
    world,
  }) => {
    await fillFeed(world, await world.person('anna'), 35);
    await page.goto('/');

    await test.step('First, Previous, Next and Last are disabled at the ends', async () => {
      await expect(pageButton(page, 'First')).toBeDisabled();
      await expect(pageButton(page, 'Previous')).toBeDisabled();
      await pageButton(page, 'Next').click();
      await expect(currentPage(page)).toHaveText('2');
      await pageButton(page, 'Last').click();
      await expect(currentPage(page)).toHaveText('4');
      await expect(pageButton(page, 'Next')).toBeDisabled();
      await expect(pageButton(page, 'Last')).toBeDisabled();
      await pageButton(page, 'Previous').click();
      await expect(currentPage(page)).toHaveText('3');
      await pageButton(page, 'First').click();
      await expect(currentPage(page)).toHaveText('1');
    });

    await test.step('pages of ten', async () => {
      await expect(cards(page).first()).toContainText('Request 35');
      await expect(cards(page)).toHaveCount(10);
      await pageButton(page, 'Page 3').click();
      await expect(cards(page).first()).toContainText('Request 15');
      await expect(cards(page)).toHaveCount(10);
      await pageButton(page, 'Page 4').click();
      await expect(cards(page).first()).toContainText('Request 5');
      await expect(cards(page)).toHaveCount(5);
      await expect(page).toHaveURL(/page=4/);
    });

    await test.step('filters return to page 1', async () => {
      await page.goto('/?page=3');
      await expect(currentPage(page)).toHaveText('3');
      await filters(page).getByRole('checkbox', { name: 'Industrial' }).check();
      await expect(currentPage(page)).toHaveText('1');
      await expect(page).not.toHaveURL(/page=/);
      // Who stirs is given the page after this one; who leaves before that is given it when they come back.
      const afterIt = answerToPage(page, 4);
      await page.goto('/?page=3');
      await expect(currentPage(page)).toHaveText('3');
      await expect(cards(page).first()).toContainText('Request 15');
      await cards(page).first().hover();
      await afterIt;
      await chooseCountry(page, 'Vietnam');
      await expect(currentPage(page)).toHaveText('1');
      await expect(page.getByText('35 requests')).toBeVisible();
    });

    await test.step('pages and filters seen before are answered without a request', async () => {
      await expect(cards(page).first()).toContainText('Request 35');
      const ahead = answerToPage(page, 3);
      await pageButton(page, 'Page 2').click();
      await expect(cards(page).first()).toContainText('Request 25');
      await ahead;
      const requests = collectListRequests(page);
      await page.goBack();
      await expect(cards(page).first()).toContainText('Request 35');
      await page.goBack();
      await expect(cards(page).first()).toContainText('Request 15');
      expect(requests).toEqual([]);
    });
  });

  test('the pager returns to page 1 when the page becomes empty, and is hidden with a single page [A139,A539]', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    await fillFeed(world, anna, 11);
    await page.goto('/?page=2');
    await expect(pager(page)).toBeVisible();
    await cards(page)
      .getByRole('button', { name: /^More actions/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(cards(page)).toHaveCount(10);
    await expect(page).not.toHaveURL(/page=/);
    await expect(page.getByText('10 requests')).toBeVisible();
    await expect(pager(page)).toHaveCount(0);
  });
});

test.describe('the cache of posts', () => {
  test('the cache of posts is fresh for 5 minutes, and not refetched on focus or on coming back [A542,A543]', async ({
    page,
    world,
  }) => {
    await page.clock.install();
    await fillFeed(world, await world.person('anna'), 12);

    await test.step('is fresh for 5 minutes', async () => {
      await page.goto('/');
      await expect(pager(page)).toBeVisible();
      await pageButton(page, 'Page 2').click();
      await expect(cards(page)).toHaveCount(2);
      const requests = collectListRequests(page);
      // A minute before, since the clock goes on while the page works.
      await page.clock.fastForward('04:00');
      await pageButton(page, 'Page 1').click();
      await expect(cards(page)).toHaveCount(10);
      expect(requests).toHaveLength(0);
      // Read to its end, so that the next step does not take this answer for its own.
      const again = answerToPage(page, 2);
      await page.clock.fastForward('01:10');
      await pageButton(page, 'Page 2').click();
      await again;
      expect(requests).toHaveLength(1);
    });

    await test.step('is not refreshed by focus or by coming back, however old it is', async () => {
      const ahead = answerToPage(page, 2);
      await page.goto('/');
      await expect(pager(page)).toBeVisible();
      // It comes also where nobody stirs.
      await page.clock.fastForward('00:08');
      await ahead;
      const requests = collectListRequests(page);
      await page.clock.fastForward('06:00');
      await focusWindow(page);
      await page.getByRole('link', { name: 'Terms' }).click();
      await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible();
      await page.goBack();
      await expect(cards(page)).toHaveCount(10);
      await pageButton(page, 'Page 2').click();
      await expect(cards(page)).toHaveCount(2);
      // Old posts are shown while they are asked for again.
      await expect.poll(() => requests.length).toBe(1);
    });
  });
});
