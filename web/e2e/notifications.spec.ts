import type { Locator, Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { recordedHighlights, recordHighlights } from './support/highlighted.ts';
import { loginAs } from './support/login-as.ts';
import { createQuote } from './support/quotes.ts';
import { hold } from './support/requests.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const TEN_MINUTES = 600_000;
const READ = '**/rest/v1/notifications?*';
const MARK = '**/rest/v1/rpc/mark_notification_read';

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ });
const dropdown = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications' });
const items = (page: Page): Locator => dropdown(page).getByRole('listitem');

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
  test('the bell is there for users only, says why loading failed, and opens an empty dropdown [A101,A102,A388,A452,A453]', async ({
    page,
    world,
  }) => {
    await test.step('is not there for a guest, and nothing is asked for', async () => {
      const reads = countRequests(page, /\/rest\/v1\/notifications/);
      await page.goto('/');
      await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
      await expect(bell(page)).toHaveCount(0);
      expect(reads()).toBe(0);
    });

    await loginAs(page, world, 'anna');
    await test.step('says why it could not load', async () => {
      await page.route(READ, (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({ status: 500, json: { message: 'Out of order' } }),
      );
      await openBell(page);
      await expect(dropdown(page)).toContainText('Failed to load notifications');
      await expect(dropdown(page)).toContainText('Out of order');
      await page.unroute(READ);
    });

    await test.step('tries again, and is empty', async () => {
      await dropdown(page).getByRole('button', { name: 'Retry' }).click();
      await expect(dropdown(page).getByRole('heading', { name: 'Notifications', exact: true })).toBeVisible();
      await expect(dropdown(page)).toHaveId((await bell(page).getAttribute('aria-controls')) ?? '');
      await expect(dropdown(page).getByText('No notifications yet', { exact: true })).toBeVisible();
    });
  });

  test('the bell counts unread notifications, and lists all with their time [A103,A104,A105,A106,A107,A108,A109]', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    const badge = (text: string) => page.getByRole('banner').getByText(text, { exact: true });

    await test.step('has no number when all is read', async () => {
      await notify(world, 'anna', [{ message: 'Old news', isRead: true, at: '2026-03-04T09:05:00Z' }]);
      await openBell(page);
      await expect(items(page)).toHaveCount(1);
      await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
      await expect(page.getByRole('banner').getByText(/^\d\+?$/)).toHaveCount(0);
    });

    await test.step('shows the time, and a dot on what is unread', async () => {
      await notify(world, 'anna', [{}, {}, { message: 'Fresh news', at: '2026-03-05T14:07:00Z' }]);
      await page.reload();
      await expect(badge('3')).toBeVisible();
      await bell(page).click();
      const fresh = items(page).filter({ hasText: 'Fresh news' });
      const old = items(page).filter({ hasText: 'Old news' });
      await expect(fresh).toContainText('Mar 5, 02:07 PM');
      await expect(fresh.locator('time')).toHaveAttribute('title', 'Mar 5, 02:07 PM');
      await expect(items(page).first().locator('time')).toContainText('just now');
      await expect(dropdown(page).getByRole('heading', { level: 3 })).toHaveText(['Today', 'Earlier']);
      await expect(dropdown(page).getByRole('list', { name: 'Earlier' }).getByRole('listitem')).toHaveCount(2);
      await expect(old).toContainText('Mar 4, 09:05 AM');
      await expect(fresh.locator('[data-dot]')).toBeVisible();
      await expect(old.locator('[data-dot]')).toHaveCount(0);
      const background = (item: Locator) =>
        item.getByRole('button').evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await background(fresh)).not.toBe(await background(old));
    });

    await test.step('counts up to 9, then shows "9+"', async () => {
      for (const [more, text] of [
        [6, '9'],
        [1, '9+'],
      ] as const) {
        await notify(
          world,
          'anna',
          Array.from({ length: more }, () => ({})),
        );
        await page.reload();
        await expect(badge(text)).toBeVisible();
      }
    });

    await test.step('lists 40 notifications, which scroll inside', async () => {
      await world.sql(
        `insert into public.notifications (user_id, message) select $1::bigint, 'Event ' || n from generate_series(12, 40) as n`,
        [anna.id],
      );
      await openBell(page);
      await expect(items(page)).toHaveCount(40);
      await expect(items(page).first()).toContainText('Event 40');
      const { content, visible } = await dropdown(page)
        .locator('[data-scroller]')
        .evaluate((element) => ({
          content: element.scrollHeight,
          visible: element.clientHeight,
        }));
      expect(content).toBeGreaterThan(visible);
      await expect(items(page).last()).not.toBeInViewport();
      await items(page).last().scrollIntoViewIfNeeded();
      await expect(items(page).last()).toBeInViewport();
      await expectAccessible(page);
      await page.setViewportSize(VIEWPORTS.phone);
      await expectNoSidewaysScroll(page);
    });
  });

  test('the bell can be scanned: a line for each, an icon for its kind, who did it, and unread ones alone', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'anna');
    const title = 'Solid oak bar stools with brass footrest and felt glides for fourteen stores';
    const answer = 'Thank you. We have added the port of Hai Phong to the list, and will add its terminals in spring.';
    await notify(world, 'anna', [
      { message: `We answered your feedback "Ports": ${answer}`, data: { type: 'feedback' }, isRead: true },
      { message: `Your quote on "${title}" was accepted`, data: { type: 'quote_accepted', quoteId: 8 }, isRead: true },
      { message: `You have a new quote on your post "${title}" from bob`, data: { type: 'quote', postId: 9 } },
    ]);
    await openBell(page);
    const [quote, accepted, feedback] = [items(page).nth(0), items(page).nth(1), items(page).nth(2)];

    await test.step('who did it is named once, in sight, and a text that its target repeats takes two lines at most', async () => {
      await expect(quote.locator('b')).toHaveText('bob');
      await expect(quote.getByText('bob', { exact: true })).toHaveCount(1);
      await expect(quote.locator('b')).toBeInViewport({ ratio: 1 });
      await expect(accepted.locator('b')).toHaveCount(0);
      await expect(quote.getByRole('button')).toHaveAccessibleName(
        new RegExp(`^Unread: You have a new quote on your post "${title}" from bob `),
      );
      const heightOf = async (item: Locator) => (await item.boundingBox())?.height ?? 0;
      await expect.poll(() => heightOf(quote)).toBeLessThanOrEqual(57);
      await expect.poll(() => heightOf(accepted)).toBeLessThanOrEqual(57);
      const named = await quote.getByText(title).evaluateAll((parts) => parts.map(({ clientWidth }) => clientWidth));
      expect(Math.min(...named)).toBeGreaterThan(150);
      await expect(quote.getByTitle('You have a new quote')).toBeVisible();
      // On a phone the name has a line of its own, and the title another.
      await page.setViewportSize(VIEWPORTS.phone);
      const width = () =>
        quote.getByText(title).evaluateAll((parts) => Math.min(...parts.map(({ clientWidth }) => clientWidth)));
      await expect.poll(width).toBeGreaterThan(230);
      await page.setViewportSize(VIEWPORTS.desktop);
    });

    await test.step('an answer that stands nowhere else is shown whole', async () => {
      const text = feedback.getByText(answer);
      await expect.poll(() => text.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    });

    await test.step('unread ones alone, until all are read', async () => {
      await dropdown(page).getByText('Unread (1)', { exact: true }).click();
      await expect(items(page)).toHaveCount(1);
      await expectAccessible(page);
      await dropdown(page).getByRole('button', { name: 'Mark all as read' }).click();
      await expect(dropdown(page).getByText('You have read all notifications', { exact: true })).toBeVisible();
      await dropdown(page).getByText('All', { exact: true }).click();
      await expect(items(page)).toHaveCount(3);
    });
  });

  test('the bell marks one or all as read, and leads on whether or not there was something to mark [A110,A111,A456]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'anna');

    await test.step('marks one as read at once and on the server, then reads the list again', async () => {
      await notify(world, 'anna', [{ message: 'Fresh news' }]);
      await openBell(page);
      const reads = countRequests(page, /\/rest\/v1\/notifications/);
      const release = await hold(page, MARK);
      await items(page).first().getByRole('button').click();
      await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
      release();
      await expect
        .poll(() => world.sql('select id from public.notifications where read_at is not null'))
        .toHaveLength(1);
      await expect.poll(reads).toBeGreaterThan(0);
      await bell(page).click();
      await expect(items(page).first().locator('[data-dot]')).toHaveCount(0);
    });

    await test.step('sends no write for what is read already, and leads the same way', async () => {
      await notify(world, 'anna', [{ message: 'You sent a quote to "Rice" of bob', isRead: true }]);
      await openBell(page);
      const writes = countRequests(page, /mark_notification_read/);
      await items(page).first().getByRole('button').click();
      await expect(page.getByRole('tab', { name: /^Quotes/ })).toHaveAttribute('aria-selected', 'true');
      expect(writes()).toBe(0);
    });

    await test.step('leads on although the mark could not be stored, and takes it back', async () => {
      await notify(world, 'anna', [{ message: 'Message from bob' }]);
      await openBell(page);
      await page.route(MARK, (route) =>
        route.request().method() === 'OPTIONS'
          ? route.continue()
          : route.fulfill({ status: 500, json: { message: 'No' } }),
      );
      await items(page).first().getByRole('button').click();
      await expect(page).toHaveURL(/\/account/);
      await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
      await page.unroute(MARK);
    });

    await test.step('marks all as read', async () => {
      await notify(world, 'anna', [{}, {}]);
      await openBell(page);
      await expect(dropdown(page).locator('[data-dot]')).toHaveCount(3);
      await dropdown(page).getByRole('button', { name: 'Mark all as read' }).click();
      await expect(dropdown(page).locator('[data-dot]')).toHaveCount(0);
      await expect.poll(() => world.sql('select id from public.notifications where read_at is null')).toHaveLength(0);
    });
  });

  test('the opened bell shows the notifications since the last read', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await openBell(page);
    await expect(dropdown(page)).toContainText('No notifications yet');
    await page.keyboard.press('Escape');
    await notify(world, 'anna', [{}, {}, { message: 'Fresh news' }]);
    await bell(page).click();
    await expect(items(page)).toHaveCount(3);
    await expect(items(page).first()).toContainText('Fresh news');
    await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible();
  });

  test('the bell polls every 10 minutes [A454]', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await notify(world, 'anna', [{}]);
    await page.clock.install();
    const reads = countRequests(page, /\/rest\/v1\/notifications/);
    await page.goto('/');
    // The answer is there: a request under way would be given up when the clock jumps.
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
    expect(reads()).toBe(1);
    await notify(world, 'anna', [{}]);
    // A minute before, since the clock goes on while the page works.
    await page.clock.fastForward(TEN_MINUTES - 60_000);
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
    expect(reads()).toBe(1);
    await page.clock.fastForward(60_000);
    await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
    expect(reads()).toBe(2);
  });
});

test('earlier notifications load in the dropdown, and /notifications lists all by kind [A742]', async ({
  page,
  world,
}) => {
  const anna = await loginAs(page, world, 'anna');
  const list = page.getByRole('main').getByRole('listitem');
  const more = (within: Locator) => within.getByRole('button', { name: 'Show more' });
  await world.sql(
    `insert into public.notifications (user_id, message, data, created_at)
     select $1::bigint, 'Event ' || n, jsonb_build_object('type', case when n % 100 = 1 then 'review' else 'post_closed' end),
       now() - interval '1 minute' * (250 - n) from generate_series(1, 250) as n`,
    [anna.id],
  );

  await test.step('the dropdown loads earlier ones to the end', async () => {
    await openBell(page);
    await expect(items(page)).toHaveCount(100);
    await more(dropdown(page)).click();
    await expect(items(page)).toHaveCount(200);
    await expect(items(page).nth(100).getByRole('button')).toBeFocused();
    await more(dropdown(page)).click();
    await expect(items(page)).toHaveCount(250);
    await expect(items(page).last()).toContainText('Event 1');
    await expect(more(dropdown(page))).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step('leads to the page of all, which goes on as well', async () => {
    await dropdown(page).getByRole('link', { name: 'All notifications' }).click();
    await expect(page).toHaveURL('/notifications');
    await expect(dropdown(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    await expect(page).toHaveTitle(/^\(9\+\) Notifications · /);
    await page.reload();
    await expect(list).toHaveCount(100);
    await more(page.getByRole('main')).click();
    await expect(list).toHaveCount(200);
    await expectAccessible(page);
  });

  await test.step('the kind is in the address, and Back takes it back', async () => {
    await page.getByRole('navigation', { name: 'Kind' }).getByRole('link', { name: 'Reviews' }).click();
    await expect(page).toHaveURL('/notifications?kind=reviews');
    await expect(list).toHaveCount(3);
    await expect(page.getByRole('link', { name: 'Reviews' })).toHaveAttribute('aria-current', 'page');
    await page.reload();
    await expect(list).toHaveCount(3);
    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    await expect(page.getByText('No notifications of this kind', { exact: true })).toBeVisible();
    await page.goBack();
    await expect(list).toHaveCount(3);
    await page.goto('/notifications?kind=nonsense');
    await expect(list).toHaveCount(100);
  });

  await test.step('the unread ones are listed alone', async () => {
    await world.sql(
      'update public.notifications set read_at = now() where id not in (select max(id) from public.notifications)',
    );
    await page.goto('/notifications?kind=unread');
    await expect(list).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Unread', exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(list.first().locator('[data-dot]')).toBeVisible();
  });

  await test.step('all are marked as read, those that are not listed too', async () => {
    await expect(list.first().locator('[data-dot]')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByRole('main').locator('[data-dot]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
    await expect.poll(() => world.sql('select id from public.notifications where read_at is null')).toEqual([]);
    await expect(page.getByText('You have read all notifications', { exact: true })).toBeVisible();
  });

  await test.step('a failed read says so and is tried again, on a phone without sideways scroll', async () => {
    await page.setViewportSize(VIEWPORTS.phone);
    await page.route(READ, (route) =>
      route.request().method() === 'OPTIONS'
        ? route.continue()
        : route.fulfill({ status: 500, json: { message: 'Out of order' } }),
    );
    await page.goto('/notifications?kind=reviews');
    await expect(page.getByRole('main')).toContainText('Failed to load notifications');
    await page.unroute(READ);
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
    await expect(list).toHaveCount(3);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await list.first().getByRole('button').click();
    await expect(page).not.toHaveURL(/notifications/);
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

  /** Opens the bell of the person who is signed in, and clicks on a new notification. */
  async function follow(page: Page, world: World, username: string, seed: Seed): Promise<void> {
    await notify(world, username, [seed]);
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

  test('a clicked notification opens its quote, prefers it to the post, and works on the open account page [A113,A115,A116]', async ({
    page,
    world,
  }) => {
    const { postId, quoteId } = await deal(world);
    await loginAs(page, world, 'bob');
    await recordStoredMessage(page);
    await recordHighlights(page);

    for (const [what, data, messageId] of [
      ['the quote of a message', { type: 'message', messageId: 77, quoteId }, '77'],
      ['the quote of a message rather than its post', { type: 'message', messageId: 78, quoteId, postId }, '78'],
      ['a quote', { type: 'quote', quoteId }, null],
    ] as const) {
      await test.step(what, async () => {
        await follow(page, world, 'bob', { data });
        await expect(page).toHaveURL(/\/account/);
        await expect(selectedTab(page)).toContainText('Quotes');
        await expect.poll(() => recordedHighlights(page)).toEqual([`quote ${quoteId}`]);
        expect(await storedMessage(page)).toBe(messageId);
      });
    }

    await test.step('again while the account page is open', async () => {
      await notify(world, 'bob', [{ message: 'Look here', data: { postId } }]);
      await page.reload();
      await bell(page).click();
      await items(page).first().getByRole('button').click();
      await expect(page.locator('[data-toast]')).toContainText('This item is no longer available');
      await expect(selectedTab(page)).toContainText('Posts');
    });
  });

  test('a clicked notification opens its post, keeps a message id, and is routed by its text without data [A112,A114,A117,A118,A119,A120,A121]', async ({
    page,
    world,
  }) => {
    const { postId } = await deal(world);
    await loginAs(page, world, 'anna');
    await recordStoredMessage(page);
    await recordHighlights(page);

    await test.step('a message keeps its id', async () => {
      await follow(page, world, 'anna', { data: { type: 'message', messageId: 77 } });
      await expect(page).toHaveURL(/\/account/);
      expect(await storedMessage(page)).toBe('77');
      await expect(page.locator('[data-toast]')).toContainText('This item is no longer available');
      expect(await page.evaluate(() => localStorage.getItem('highlightedMessageId'))).toBeNull();
    });

    for (const [what, data, messageId] of [
      ['the post of a message', { type: 'message', messageId: 78, postId }, '78'],
      ['a post', { type: 'quote', postId }, null],
    ] as const) {
      await test.step(what, async () => {
        await follow(page, world, 'anna', { data });
        await expect(page).toHaveURL(/\/account/);
        await expect(selectedTab(page)).toContainText('Posts');
        await expect.poll(() => recordedHighlights(page)).toEqual([`post ${postId}`]);
        expect(await storedMessage(page)).toBe(messageId);
      });
    }

    for (const [message, tab] of [
      ['You sent a quote to "Rice" of bob', 'Quotes'],
      ['New message from bob', 'Posts'],
      ['You have a new quote on your post "Rice" from bob', 'Posts'],
    ] as const) {
      await test.step(`by its text: "${message}"`, async () => {
        await follow(page, world, 'anna', { message });
        await expect(page).toHaveURL(/\/account/);
        await expect(selectedTab(page)).toContainText(tab);
      });
    }

    await test.step('home with any other text', async () => {
      await notify(world, 'anna', [{ message: 'Welcome to the marketplace' }]);
      await page.reload();
      await bell(page).click();
      await items(page).first().getByRole('button').click();
      await expect(page).toHaveURL('/');
    });
  });
});

test('the bell in Vietnamese translates all but words of admins, and leads to the same places [A636]', async ({
  page,
  world,
}) => {
  const stored = 'You have a new quote on your post "Rice" from bob';
  const announced = 'Your quote on "Rice" was accepted';
  await notify(world, 'anna', [
    { message: stored },
    { message: 'bob asks about "Rice"', data: { type: 'question_asked' } },
    { message: announced, data: { type: 'broadcast' } },
  ]);
  const { accessToken } = await world.person('anna');
  await loginAs(page, world, 'anna');
  await page.goto('/?lang=vi');
  await page.getByRole('button', { name: 'Thông báo, 3 chưa đọc' }).click();
  const list = page.getByRole('dialog', { name: 'Thông báo' }).getByRole('listitem');
  await expect(list.nth(0)).toContainText(announced);
  await expect(list.nth(1)).toContainText('bob hỏi về “Rice”');
  await list.filter({ hasText: 'Bạn có báo giá mới cho yêu cầu “Rice” từ bob' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/account/);
  await expect(page.getByRole('tab', { selected: true })).toHaveAttribute('id', /-tab-posts$/);
  const answer = await fetch(new URL('/api/notifications', page.url()), {
    headers: { Authorization: `Bearer ${accessToken}`, 'Accept-Language': 'vi' },
  });
  expect(await answer.text()).toContain(JSON.stringify(stored).slice(1, -1));
});
