import type { Locator, Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { hold } from './support/hold.ts';
import { loginAs } from './support/login-as.ts';
import { createQuote } from './support/quotes.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const TEN_MINUTES = 600_000;
const READ = '**/rest/v1/notifications?*';
const MARK = '**/rest/v1/rpc/mark_notification_read';

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ });
const dropdown = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications' });
const items = (page: Page): Locator => dropdown(page).getByRole('listitem');
const lit = (page: Page): Locator => page.locator('[data-lit]');

type Seed = { message?: string; data?: object | null; isRead?: boolean; at?: string };

async function notify(world: World, username: string, seeds: Seed[]): Promise<void> {
  const { id } = await world.person(username);
  for (const { message = 'Something happened', data = null, isRead = false, at = null } of seeds) {
    await world.sql(
      `insert into public.notifications (user_id, message, data, read_at, created_at)
       values ($1::bigint, $2::text, $3::jsonb, case when $4::boolean then now() end, coalesce($5::timestamptz, now()))`,
      [id, message, data === null ? null : JSON.stringify(data), isRead, at],
    );
  }
}

async function openBell(page: Page): Promise<void> {
  await page.goto('/');
  await bell(page).click();
  await expect(dropdown(page)).toBeVisible();
}

/** Counts the requests to this path from now on. */
function countRequests(page: Page, pattern: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (pattern.test(request.url()) && request.method() !== 'OPTIONS') count += 1;
  });
  return () => count;
}

test.describe('the bell', () => {
  test('is not there for a guest, and nothing is asked for him [A388,A452,A453]', async ({ page }) => {
    const reads = countRequests(page, /\/rest\/v1\/notifications/);
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(bell(page)).toHaveCount(0);
    expect(reads()).toBe(0);
  });

  test('opens an empty dropdown [A101,A102]', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await openBell(page);
    await expect(dropdown(page).getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible();
    await expect(dropdown(page).getByText('No notifications yet', { exact: true })).toBeVisible();
  });

  test('lists 40 notifications, which scroll inside [A103,A104]', async ({ page, world }) => {
    const anna = await loginAs(page, world, 'anna');
    await world.sql(
      `insert into public.notifications (user_id, message) select $1::bigint, 'Event ' || n from generate_series(1, 40) as n`,
      [anna.id],
    );
    await openBell(page);
    await expect(items(page)).toHaveCount(40);
    await expect(items(page).first()).toContainText('Event 40');
    const list = dropdown(page).getByRole('list');
    const { content, visible } = await list.evaluate((element) => ({ content: element.scrollHeight, visible: element.clientHeight }));
    expect(content).toBeGreaterThan(visible);
    await expect(items(page).last()).not.toBeInViewport();
    await items(page).last().scrollIntoViewIfNeeded();
    await expect(items(page).last()).toBeInViewport();
    await expectAccessible(page);
    await page.setViewportSize(VIEWPORTS.phone);
    await expectNoSidewaysScroll(page);
  });

  test('shows the time, and a dot on what is unread [A105,A106]', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await notify(world, 'anna', [
      { message: 'Old news', isRead: true, at: '2026-03-04T09:05:00Z' },
      { message: 'Fresh news', at: '2026-03-05T14:07:00Z' },
    ]);
    await openBell(page);
    const fresh = items(page).filter({ hasText: 'Fresh news' });
    const old = items(page).filter({ hasText: 'Old news' });
    await expect(fresh).toContainText('Mar 5, 02:07 PM');
    await expect(old).toContainText('Mar 4, 09:05 AM');
    await expect(fresh.locator('[data-dot]')).toBeVisible();
    await expect(old.locator('[data-dot]')).toHaveCount(0);
    const background = (item: Locator) => item.getByRole('button').evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await background(fresh)).not.toBe(await background(old));
  });

  test('counts what is unread up to 9, then shows "9+" [A107,A108,A109]', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await notify(world, 'anna', [{ isRead: true }]);
    await openBell(page);
    await expect(items(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await expect(page.getByRole('banner').getByText(/^\d\+?$/)).toHaveCount(0);
    for (const [more, badge] of [[3, '3'], [6, '9'], [1, '9+']] as const) {
      await notify(world, 'anna', Array.from({ length: more }, () => ({})));
      await page.reload();
      await expect(page.getByRole('banner').getByText(badge, { exact: true })).toBeVisible();
    }
  });

  test('marks one as read at once and on the server, then reads the list again [A110,A456]', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await notify(world, 'anna', [{ message: 'Fresh news' }]);
    await openBell(page);
    const reads = countRequests(page, /\/rest\/v1\/notifications/);
    const release = await hold(page, MARK);
    await items(page).first().getByRole('button').click();
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    release();
    await expect.poll(() => world.sql('select id from public.notifications where read_at is not null')).toHaveLength(1);
    await expect.poll(reads).toBeGreaterThan(0);
    await bell(page).click();
    await expect(items(page).first().locator('[data-dot]')).toHaveCount(0);
  });

  test('leads on although the mark could not be stored, and takes it back', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await notify(world, 'anna', [{ message: 'Message from bob' }]);
    await openBell(page);
    await page.route(MARK, (route) => (route.request().method() === 'OPTIONS' ? route.continue() : route.fulfill({ status: 500, json: { message: 'No' } })));
    await items(page).first().getByRole('button').click();
    await expect(page).toHaveURL(/\/account/);
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  test('sends no write for what is read already, and leads the same way [A111]', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await notify(world, 'anna', [{ message: 'You sent a quote to "Rice" of bob', isRead: true }]);
    await openBell(page);
    const writes = countRequests(page, /mark_notification_read/);
    await items(page).first().getByRole('button').click();
    await expect(page.getByRole('tab', { name: /^Quotes/ })).toHaveAttribute('aria-selected', 'true');
    expect(writes()).toBe(0);
  });

  test('marks all as read', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await notify(world, 'anna', [{}, {}, {}]);
    await openBell(page);
    await dropdown(page).getByRole('button', { name: 'Mark all as read' }).click();
    await expect(dropdown(page).locator('[data-dot]')).toHaveCount(0);
    await expect.poll(() => world.sql('select id from public.notifications where read_at is null')).toHaveLength(0);
  });

  test('asks again every 10 minutes [A454]', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await page.clock.install();
    const reads = countRequests(page, /\/rest\/v1\/notifications/);
    await page.goto('/');
    await expect(bell(page)).toBeVisible();
    await expect.poll(reads).toBe(1);
    await notify(world, 'anna', [{}]);
    await page.clock.fastForward(TEN_MINUTES - 5_000);
    expect(reads()).toBe(1);
    await page.clock.fastForward(5_000);
    await expect.poll(reads).toBe(2);
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  test('says why it could not load, and tries again', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await page.route(READ, (route) => (route.request().method() === 'OPTIONS' ? route.continue() : route.fulfill({ status: 500, json: { message: 'Out of order' } })));
    await openBell(page);
    await expect(dropdown(page)).toContainText('Failed to load notifications');
    await expect(dropdown(page)).toContainText('Out of order');
    await page.unroute(READ);
    await dropdown(page).getByRole('button', { name: 'Retry' }).click();
    await expect(dropdown(page)).toContainText('No notifications yet');
  });
});

test.describe('a click on a notification', () => {
  /** Bob's quote on anna's post, and what each of them sees of it. */
  async function deal(world: World): Promise<{ postId: number; quoteId: number }> {
    const anna = await world.person('anna');
    const bob = await world.person('bob');
    await world.createPost(bob, { title: 'Forklift' });
    const post = await world.createPost(anna, { title: 'Cashew nuts' });
    const quoteId = await createQuote(bob, post.id);
    await world.sql('delete from public.notifications');
    return { postId: post.id, quoteId };
  }

  async function follow(page: Page, world: World, username: string, seed: Seed): Promise<void> {
    await notify(world, username, [seed]);
    await loginAs(page, world, username);
    await recordStoredMessage(page);
    await openBell(page);
    await items(page).first().getByRole('button').click();
  }

  const selectedTab = (page: Page) => page.getByRole('tab', { selected: true });
  /** The id of a message that was put into local storage; the account takes it out again when it has served it. */
  const storedMessage = (page: Page) => page.locator('html').getAttribute('data-stored-message');

  async function recordStoredMessage(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key: string, value: string) {
        if (key === 'highlightedMessageId') document.documentElement.setAttribute('data-stored-message', value);
        setItem.call(this, key, value);
      };
    });
  }

  test('keeps the id of a message and goes to the account [A112]', async ({ page, world }) => {
    await follow(page, world, 'anna', { data: { type: 'message', messageId: 77 } });
    await expect(page).toHaveURL(/\/account/);
    expect(await storedMessage(page)).toBe('77');
    await expect(page.locator('[data-toast]')).toContainText('This item is no longer available');
    expect(await page.evaluate(() => localStorage.getItem('highlightedMessageId'))).toBeNull();
  });

  test('opens the quote of a message [A113]', async ({ page, world }) => {
    const { quoteId } = await deal(world);
    await follow(page, world, 'bob', { data: { type: 'message', messageId: 77, quoteId } });
    await expect(page).toHaveURL(/\/account/);
    await expect(selectedTab(page)).toContainText('Quotes');
    await expect(lit(page)).toHaveAttribute('data-quote', String(quoteId));
    expect(await storedMessage(page)).toBe('77');
  });

  test('opens the post of a message [A114]', async ({ page, world }) => {
    const { postId } = await deal(world);
    await follow(page, world, 'anna', { data: { type: 'message', messageId: 77, postId } });
    await expect(selectedTab(page)).toContainText('Posts');
    await expect(lit(page)).toHaveAttribute('data-post', String(postId));
    expect(await storedMessage(page)).toBe('77');
  });

  test('prefers the quote of a message to its post [A115]', async ({ page, world }) => {
    const { postId, quoteId } = await deal(world);
    await follow(page, world, 'bob', { data: { type: 'message', messageId: 77, quoteId, postId } });
    await expect(selectedTab(page)).toContainText('Quotes');
    await expect(lit(page)).toHaveAttribute('data-quote', String(quoteId));
  });

  test('opens a quote [A116]', async ({ page, world }) => {
    const { quoteId } = await deal(world);
    await follow(page, world, 'bob', { data: { type: 'quote', quoteId } });
    await expect(page).toHaveURL(/\/account/);
    await expect(selectedTab(page)).toContainText('Quotes');
    await expect(lit(page)).toHaveAttribute('data-quote', String(quoteId));
  });

  test('opens a post [A117]', async ({ page, world }) => {
    const { postId } = await deal(world);
    await follow(page, world, 'anna', { data: { type: 'quote', postId } });
    await expect(page).toHaveURL(/\/account/);
    await expect(selectedTab(page)).toContainText('Posts');
    await expect(lit(page)).toHaveAttribute('data-post', String(postId));
  });

  for (const [check, message, tab] of [
    ['A118', 'New message from bob', 'Posts'],
    ['A119', 'You have a new quote on your post "Rice" from bob', 'Posts'],
    ['A120', 'You sent a quote to "Rice" of bob', 'Quotes'],
  ] as const) {
    test(`without data goes by its text: "${message}" [${check}]`, async ({ page, world }) => {
      await follow(page, world, 'anna', { message });
      await expect(page).toHaveURL(/\/account/);
      await expect(selectedTab(page)).toContainText(tab);
    });
  }

  test('goes home with any other text [A121]', async ({ page, world }) => {
    await notify(world, 'anna', [{ message: 'Welcome to the marketplace' }]);
    await loginAs(page, world, 'anna');
    await page.goto('/account');
    await bell(page).click();
    await items(page).first().getByRole('button').click();
    await expect(page).toHaveURL('/');
  });

  test('works again while the account page is open', async ({ page, world }) => {
    const { postId, quoteId } = await deal(world);
    await follow(page, world, 'bob', { data: { quoteId } });
    await expect(lit(page)).toHaveAttribute('data-quote', String(quoteId));
    await notify(world, 'bob', [{ message: 'Look here', data: { postId } }]);
    await page.reload();
    await bell(page).click();
    await items(page).first().getByRole('button').click();
    await expect(page.locator('[data-toast]')).toContainText('This item is no longer available');
    await expect(selectedTab(page)).toContainText('Posts');
  });
});
