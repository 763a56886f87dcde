import type { Page } from '@playwright/test';
import { ONE_PIXEL_PNG } from '../../supabase/tests/support/one-pixel.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card, fillFeed } from './support/posts.ts';
import { hold } from './support/requests.ts';
import { recordedToasts, recordToasts } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const header = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const searchBox = (page: Page) => header(page).getByRole('searchbox', { name: 'Search' });
const accountMenu = (page: Page, username: string) => page.getByRole('button', { name: `Account menu of ${username}` });

function collectVisits(page: Page): { sessionId: string; pagePath: string; referrer: string }[] {
  const visits: { sessionId: string; pagePath: string; referrer: string }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/guest-access')) visits.push(request.postDataJSON());
  });
  return visits;
}

test.describe('on a slow line', () => {
  test('the loading screen is there before any script, and a page that is on its way is announced at the top [A22]', async ({
    page,
  }) => {
    const releaseScripts = await hold(page, '**/*.js');
    const releasePage = await hold(page, /\/assets\/news-page-.*\.js$/);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { name: 'Marketplace Platform' })).toBeVisible();
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    releaseScripts();
    await expect(page.getByText('Loading...')).toHaveCount(0);

    await header(page).getByRole('link', { name: 'News / Events' }).click();
    const progress = page.getByRole('progressbar', { name: 'Loading page' });
    await expect(progress).toBeVisible();
    releasePage();
    await expect(page.getByRole('heading', { name: 'News / Events', level: 1 })).toBeVisible();
    await expect(progress).toHaveCount(0);
  });

  test('guards wait for the user, and a dialog that is on its way is announced and gives the focus back [A61]', async ({
    page,
    world,
  }) => {
    await test.step('guests are sent to the auth page', async () => {
      await page.goto('/account');
      await expect(page).toHaveURL(/\/auth$/);
    });

    await loginAs(page, world, 'anna');
    await test.step('users pass as soon as they are known', async () => {
      const release = await hold(page, '**/rest/v1/accounts*');
      await page.goto('/account');
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
      await expect(page).toHaveURL(/\/account$/);
      release();
      await expect(page.getByRole('heading', { level: 1, name: 'My posts / Quotes' })).toBeVisible();
    });

    await test.step('a dialog on its way is announced', async () => {
      const release = await hold(page, /\/assets\/post-dialog-.*\.js$/);
      await page.goto('/');
      const button = page.getByRole('button', { name: 'Post a purchase request now!' });
      await button.click();
      const spinner = page.getByRole('status', { name: 'Loading', exact: true });
      await expect(spinner).toBeVisible();
      release();
      await expect(page.getByRole('dialog', { name: 'Create Purchase Request' })).toBeVisible();
      await expect(spinner).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(button).toBeFocused();
    });
  });
});

test.describe('an open page of an older version', () => {
  test.use({ expectedPageErrors: [/dynamically imported module/] });

  test('an open page of an older version loads the new one when a file of the old one is gone', async ({ page }) => {
    await page.goto('/auth');
    await page.route('**/assets/terms-page-*.js', (route) => route.fulfill({ status: 404 }));
    const reloaded = page.waitForEvent('load');
    await footer(page).getByRole('link', { name: 'Terms' }).click();
    await reloaded;
    await page.unroute('**/assets/terms-page-*.js');
    await footer(page).getByRole('link', { name: 'Terms' }).click();
    await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  });
});

test('a page opens at its top or at the chapter asked for, and where it was left when one comes back', async ({
  page,
}) => {
  const top = () => page.evaluate(() => Math.round(window.scrollY));
  const scrollTo = (place: number) => page.evaluate((y) => window.scrollTo(0, y), place);
  const heading = (name: string) => page.getByRole('heading', { level: 2, name });
  await page.setViewportSize(VIEWPORTS.phone);
  await page.goto('/terms');
  await expect(heading('Quotes')).toBeVisible();
  await scrollTo(1500);

  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeInViewport();
  expect(await top()).toBe(0);
  await scrollTo(700);
  await page.goto('/terms?again#quotes');
  await expect(heading('Quotes')).toBeInViewport();
  const contact = page.getByRole('navigation', { name: 'Table of contents' }).getByRole('link', { name: 'Contact' });
  await contact.hover();
  const atContents = await top();
  await contact.click();
  await expect(heading('Contact')).toBeInViewport();
  await expect(page.getByRole('region', { name: 'Contact' })).toBeFocused();

  const policy = page.getByRole('article').getByRole('link', { name: 'privacy policy' });
  await policy.hover();
  const atPolicy = await top();
  await policy.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeInViewport();
  await page.goBack();
  await expect.poll(top).toBe(atPolicy);
  await page.goBack();
  await expect.poll(top).toBe(atContents);
  await page.goBack();
  await expect.poll(top).toBe(700);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeAttached();
  await expect.poll(top).toBe(700);
  await page.goBack();
  await expect.poll(top).toBe(1500);
});

for (const visitor of ['a guest', 'somebody signed in']) {
  test(`the feed that ${visitor} loads again is where it was, however late its posts come`, async ({ page, world }) => {
    const anna = await world.person('anna');
    await fillFeed(world, anna, 10);
    await world.sql("update public.posts set description = repeat('Twenty tons. ', 15) returning id");
    await page.setViewportSize(VIEWPORTS.phone);
    if (visitor !== 'a guest') await loginAs(page, world, 'ben');
    await page.goto('/');
    const post = card(page, 'Request 5');
    await expect(page.getByRole('article')).toHaveCount(10);
    await post.evaluate((element) => element.scrollIntoView());
    const topOf = async () => (await post.boundingBox())?.y;
    const left = await topOf();

    const release = await hold(page, '**/rpc/list_posts*');
    await page.reload();
    await expect(header(page)).toBeVisible();
    release();
    await expect(page.getByRole('article')).toHaveCount(10);
    await expect.poll(topOf).toBe(left);

    // Who goes elsewhere while posts are coming is left there.
    const releaseAgain = await hold(page, '**/rpc/list_posts*');
    await page.reload();
    await expect(header(page)).toBeVisible();
    await page.keyboard.press('Home');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    releaseAgain();
    await expect(page.getByRole('article')).toHaveCount(10);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
}

test.describe('the header', () => {
  test('the header shows the tagline and the current place, and offers guests and users their own entries [A1,A66,A67,A68,A82,A83,A84]', async ({
    page,
    world,
  }) => {
    const nav = header(page).getByRole('navigation', { name: 'Main' });
    const tagline = header(page).getByText('Business for everyone', { exact: true });
    await page.goto('/terms');

    await test.step('can be skipped by keyboard', async () => {
      await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to content' });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });

    await test.step('offers Login and Sign Up to guests only', async () => {
      await expect(header(page).getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/auth');
      await expect(header(page).getByRole('link', { name: 'Sign Up', exact: true })).toHaveAttribute(
        'href',
        '/auth?tab=register',
      );
      await expect(header(page).getByRole('button', { name: /Notifications|Account menu/ })).toHaveCount(0);
    });

    await test.step('stays at the top', async () => {
      await page.getByRole('heading', { name: 'Contact' }).scrollIntoViewIfNeeded();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
      await expect(header(page)).toBeInViewport();
      expect((await header(page).boundingBox())?.y).toBe(0);
    });

    await test.step('marks where one is', async () => {
      await expect(nav.getByRole('link')).toHaveText(['Home', 'News / Events']);
      await nav.getByRole('link', { name: 'Home' }).click();
      await expect(page).toHaveURL(/\/$/);
      await expect(nav.locator('[aria-current="page"]')).toHaveText('Home');
      await expect(tagline).toBeVisible();
      await nav.getByRole('link', { name: 'News / Events' }).click();
      await expect(page).toHaveURL(/\/news$/);
      await expect(nav.locator('[aria-current="page"]')).toHaveText('News / Events');
      // A link below the pointer is coloured as well.
      await page.getByRole('heading', { level: 1, name: 'News / Events' }).hover();
      const colour = (name: string) =>
        nav.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).backgroundColor);
      await expect.poll(async () => (await colour('News / Events')) === (await colour('Home'))).toBe(false);
    });

    await test.step('offers bell and avatar to users only', async () => {
      await loginAs(page, world, 'anna');
      await page.goto('/');
      await expect(accountMenu(page, 'anna')).toBeVisible();
      await expect(header(page).getByRole('button', { name: /^Notifications/ })).toBeVisible();
      await expect(header(page).getByRole('link', { name: /Login|Sign Up/ })).toHaveCount(0);
      await expect(tagline).toBeVisible();
    });
  });

  test('the header has the theme of the system until one is chosen, and a menu on a phone [A69]', async ({ page }) => {
    const root = page.locator('html');

    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/terms');
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.reload();
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');

    await test.step('has a menu with the same two entries on a phone', async () => {
      await expect(header(page).getByRole('navigation', { name: 'Main' })).toBeVisible();
      await page.setViewportSize(VIEWPORTS.phone);
      await expect(header(page).getByRole('navigation', { name: 'Main' })).toBeHidden();
      await page.getByRole('button', { name: 'Navigation menu' }).click();
      await expect(page.getByRole('menuitem')).toHaveText(['Home', 'News / Events']);
      await expectAccessible(page);
      await page.getByRole('menuitem', { name: 'Home' }).click();
      await expect(page).toHaveURL(/\/$/);
    });
  });

  test(
    'a chosen theme stays after a reload, until the other one is chosen [A69]',
    { tag: '@firefox' },
    async ({ page }) => {
      const root = page.locator('html');
      await page.goto('/terms');
      await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
      await header(page).getByRole('button', { name: 'Use the dark theme' }).click();
      await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await page.reload();
      await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
      await header(page).getByRole('button', { name: 'Use the light theme' }).click();
      await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
    },
  );
});

test.describe('the avatar menu', () => {
  test('the avatar menu shows the photo or the initials, and its entries in order; no visit is reported [A7,A85,A86,A87,A88,A91,A398]', async ({
    page,
    world,
  }) => {
    const visits = collectVisits(page);
    const anna = await loginAs(page, world, 'anna');
    await page.goto('/terms');

    await test.step('names the person and has its entries in order', async () => {
      await accountMenu(page, 'anna').click();
      const menu = page.getByRole('menu');
      await expect(menu.getByText('anna', { exact: true })).toBeVisible();
      await expect(menu.getByText('anna@example.com')).toBeVisible();
      await expect(menu).toHaveText(/^anna\s*anna@example\.com\s*Profile/);
      await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'My posts / Quotes', 'Logout']);
      await expect(page.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/profile');
      await expect(page.getByRole('menuitem', { name: 'My posts / Quotes' })).toHaveAttribute('href', '/account');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(accountMenu(page, 'anna')).toBeFocused();
    });

    await test.step('shows the initials without a photo', async () => {
      await expect(accountMenu(page, 'anna')).toHaveText('AE');
    });

    await test.step('shows the photo', async () => {
      await world.sql('update public.profiles set avatar_path = $2 where id = $1', [
        anna.id,
        `${anna.authId}/3f0c1d8e-5a0b-4c55-9d2e-0d5c5a9c1b11.png`,
      ]);
      await page.route('**/object/public/avatars/**', (route) =>
        route.fulfill({ contentType: 'image/png', body: Buffer.from(ONE_PIXEL_PNG) }),
      );
      await page.reload();
      await expect(accountMenu(page, 'anna').locator('img')).toHaveAttribute(
        'src',
        /\/avatars\/.*3f0c1d8e-5a0b-4c55-9d2e-0d5c5a9c1b11\.png$/,
      );
      await expect(accountMenu(page, 'anna').locator('img')).toBeVisible();
    });

    await test.step('shows the initials instead of a broken photo', async () => {
      await page.unroute('**/object/public/avatars/**');
      await page.route('**/object/public/avatars/**', (route) => route.fulfill({ status: 404 }));
      await page.reload();
      await expect(accountMenu(page, 'anna')).toHaveText('AE');
    });

    expect(visits).toEqual([]);
  });

  test('the avatar menu leads admins to the admin panel, and falls back to the initials of the username [A88,A89,A90,A100,A398]', async ({
    page,
    world,
  }) => {
    for (const username of ['adam', 'mona']) {
      await test.step(`leads ${username} to the admin panel`, async () => {
        await loginAs(page, world, username);
        await page.goto('/terms');
        await accountMenu(page, username).click();
        await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'My posts / Quotes', 'Admin Panel', 'Logout']);
        await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin/stats');
      });
    }

    await test.step('shows the initials of the username', async () => {
      await loginAs(page, world, await world.person('zed', { firstName: '', lastName: '' }));
      await page.goto('/terms');
      await expect(accountMenu(page, 'zed')).toHaveText('ZE');
    });
  });
});

test.describe('the search box', () => {
  test('the search box submits by Enter and the magnifier, and is cleared by hand, by the logo and by Home [A70,A71,A72,A73,A74,A75]', async ({
    page,
  }) => {
    await test.step('submits by Enter and by the magnifier', async () => {
      await page.goto('/');
      await searchBox(page).fill('steel');
      await expect(page).toHaveURL(/\/$/);
      await searchBox(page).press('Enter');
      await expect(page).toHaveURL(/\/\?q=steel$/);

      await page.goto('/no/such/page');
      await searchBox(page).fill('copper wire');
      await header(page).getByRole('button', { name: 'Submit search' }).click();
      await expect(page).toHaveURL(/\/\?q=copper\+wire$/);
      await expect(searchBox(page)).toHaveValue('copper wire');
    });

    await test.step('clears query and filters when it is emptied', async () => {
      await page.goto('/?q=steel&country=vn&category=food&page=2');
      await expect(searchBox(page)).toHaveValue('steel');
      await searchBox(page).fill('');
      await expect(page).toHaveURL(/\/$/);
      await page.goBack();
      await expect(searchBox(page)).toHaveValue('steel');
      await header(page).getByRole('button', { name: 'Clear search' }).click();
      await expect(page).toHaveURL(/\/$/);
      await expect(searchBox(page)).toBeFocused();
    });

    await test.step('is cleared by the logo and by Home', async () => {
      for (const name of ['Marketplace Platform, home', 'Home']) {
        await page.goto('/?q=steel&country=vn&category=food');
        await searchBox(page).fill('steel tubes');
        await header(page).getByRole('link', { name, exact: true }).click();
        await expect(page).toHaveURL(/\/$/);
        await expect(searchBox(page)).toHaveValue('');
      }
      await page.goto('/no/such/page');
      await searchBox(page).fill('steel');
      await header(page).getByRole('link', { name: 'Home', exact: true }).click();
      await expect(searchBox(page)).toHaveValue('');
    });
  });

  test('the search box searches the posts from every other page [A81]', async ({ page, world }) => {
    const { id } = await world.createPost(await world.person('anna'), { title: 'Steel tubes' });
    await loginAs(page, world, 'adam');
    for (const address of [`/post/steel-tubes-${id}`, '/account', '/profile', '/verify-email', '/admin/stats']) {
      await page.goto(address);
      await searchBox(page).fill('tubes');
      await searchBox(page).press('Enter');
      await expect(page).toHaveURL('/?q=tubes');
      await expect(page.getByRole('article').filter({ hasText: 'Steel tubes' })).toBeVisible();
    }
  });

  test('the search box is hidden where there is nothing to search, and searches the news on their page [A76,A77,A78,A79]', async ({
    page,
  }) => {
    await test.step('is hidden where there is nothing to search', async () => {
      for (const address of ['/terms', '/privacy', '/feedback', '/news/7']) {
        await page.goto(address);
        await expect(footer(page)).toBeVisible();
        await expect(searchBox(page)).toHaveCount(0);
      }
      await header(page).getByRole('link', { name: 'News / Events' }).click();
      await expect(searchBox(page)).toBeVisible();
    });

    await test.step('drives the news and leaves the posts alone', async () => {
      await searchBox(page).fill('fair');
      await searchBox(page).press('Enter');
      await expect(page).toHaveURL(/\/news\?q=fair$/);
      await header(page).getByRole('link', { name: 'Home', exact: true }).click();
      await expect(page).toHaveURL(/\/$/);
      await expect(searchBox(page)).toHaveValue('');
    });
  });
});

test.describe('the footer', () => {
  test('the footer has four social icons without a target, the current year, and links [A23,A24,A25]', async ({
    page,
  }) => {
    await page.clock.setFixedTime(new Date('2031-06-01T12:00:00Z'));
    await page.goto('/terms');
    await expect(footer(page).getByText(/©\s*2031/)).toBeVisible();

    await test.step('social icons lead nowhere', async () => {
      const icons = footer(page).getByRole('group', { name: 'Social media' }).getByRole('link');
      await expect(icons).toHaveCount(4);
      const left: string[] = [];
      page.on('request', (request) => request.isNavigationRequest() && left.push(request.url()));
      for (const icon of await icons.all()) {
        await expect(icon).toHaveAttribute('href', '#');
        await icon.click();
      }
      // The page that was not left still leads on by itself.
      await footer(page).getByRole('link', { name: 'Privacy' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
      expect(left).toEqual([]);
      expect(page.context().pages()).toHaveLength(1);
    });

    await test.step('links home, terms, privacy and feedback', async () => {
      for (const [name, path] of [
        ['Terms', '/terms'],
        ['Privacy', '/privacy'],
        ['Feedback', '/feedback'],
        ['Home', '/'],
      ] as const) {
        await footer(page).getByRole('link', { name, exact: true }).click();
        await expect.poll(() => new URL(page.url()).pathname).toBe(path);
      }
    });
  });
});

test.describe('public pages', () => {
  test('terms and privacy are whole, numbered and linkable; other paths are not found; all fit any screen [A42,A43,A59,A582]', async ({
    page,
  }) => {
    async function expectToFit(): Promise<void> {
      for (const viewport of [VIEWPORTS.phone, VIEWPORTS.tablet, VIEWPORTS.desktop]) {
        await page.setViewportSize(viewport);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoSidewaysScroll(page);
      }
    }

    for (const [address, title, sections] of [
      ['/terms', 'Terms of Use', 14],
      ['/privacy', 'Privacy Policy', 9],
    ] as const) {
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        const headings = page.getByRole('article').getByRole('heading', { level: 2 });
        await expect(headings).toHaveCount(sections);
        await expect(headings.first()).toContainText('1. ');
        const contents = page.getByRole('navigation', { name: 'Table of contents' }).getByRole('link');
        await expect(contents).toHaveCount(sections);
        await contents.last().click();
        await expect(headings.last()).toBeInViewport();
        await expect(page.getByRole('main')).not.toContainText(/lorem|ipsum/i);
        await expectAccessible(page);
        await expectToFit();
      });
    }

    await test.step('any other path is not found, also for guests', async () => {
      await page.goto('/no/such/page');
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await expect(page.getByText('The page you are looking for does not exist or has been moved.')).toBeVisible();
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      await expectToFit();
      await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
      await expect(searchBox(page)).toBeFocused();
      await expectAccessible(page);
      await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
      await expect(page).toHaveURL(/\/$/);
    });
  });
});

test.describe('a guest visit', () => {
  test('a guest visit is reported once per browser session, with the page the guest came from [A4,A5,A6,A426]', async ({
    page,
    browser,
    baseURL,
  }) => {
    const visits = collectVisits(page);
    await page.goto('/terms');
    await expect.poll(() => visits.length).toBe(1);
    for (const address of ['/privacy', '/', '/auth', '/toast-test', '/no/such/page', '/terms']) {
      await page.goto(address);
      await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();
    }
    await page.reload();
    await footer(page).getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(visits).toEqual([
      { sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/), pagePath: '/terms', referrer: 'direct' },
    ]);

    const fresh = await browser.newContext({ baseURL });
    const other = await fresh.newPage();
    const otherVisits = collectVisits(other);
    await other.goto('/privacy', { referer: 'https://search.example/results' });
    await expect
      .poll(() => otherVisits.map(({ referrer }) => referrer))
      .toEqual([expect.stringMatching(/^https:\/\/search\.example\//)]);
    expect(otherVisits[0]?.sessionId).not.toBe(visits[0]?.sessionId);
    await fresh.close();
  });

  test('a guest visit that cannot be reported disturbs nobody [A427]', async ({ page }) => {
    await page.route('**/api/guest-access', (route) => route.fulfill({ status: 500, body: 'boom' }));
    const answered = page.waitForResponse('**/api/guest-access');
    await recordToasts(page);
    await page.goto('/terms');
    await answered;
    await footer(page).getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
    expect(await recordedToasts(page)).toEqual([]);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('errors', () => {
  const TERMS_PAGE = '**/assets/terms-page-*.js';

  async function openPageOf(page: Page, body: string): Promise<void> {
    await page.unroute(TERMS_PAGE);
    await page.route(TERMS_PAGE, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto('/terms');
  }

  test('an error of a page is shown and the rest stays; errors of moved nodes are recovered or silenced [A530,A531,A532]', async ({
    page,
  }) => {
    const wentWrong = page.getByText('Something went wrong');

    await test.step('a page that throws says that something went wrong, and the rest stays', async () => {
      await openPageOf(page, 'export function TermsPage() { throw new Error("broken page"); }');
      await expect(page.getByRole('main').getByText('Something went wrong', { exact: true })).toBeVisible();
      await expect(page.getByText('An error occurred while rendering this component.', { exact: true })).toBeVisible();
      await footer(page).getByRole('link', { name: 'Privacy' }).click();
      await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
    });

    await test.step('a page is mounted again after a DOM-removal error', async () => {
      // A component without an import: it counts how often it is mounted, and throws once it is told to.
      await openPageOf(
        page,
        `export class TermsPage {
          constructor(props) { this.props = props; this.state = { isTorn: false }; }
          componentDidMount() {
            const { dataset } = document.documentElement;
            dataset.mounts = String(Number(dataset.mounts ?? 0) + 1);
            document.addEventListener('tear', () => this.updater.enqueueSetState(this, { isTorn: true }), { once: true });
          }
          render() {
            if (this.state.isTorn) throw new DOMException("Failed to execute 'removeChild' on 'Node'", 'NotFoundError');
            return 'A page of text';
          }
        }
        TermsPage.prototype.isReactComponent = {};`,
      );
      const html = page.locator('html');
      await expect(html).toHaveAttribute('data-mounts', '1');
      await page.evaluate(() => document.dispatchEvent(new Event('tear')));
      await expect(html).toHaveAttribute('data-mounts', '2');
      await expect(page.getByRole('main').getByText('A page of text', { exact: true })).toBeVisible();
      await expect(wentWrong).toHaveCount(0);
      await page.unroute(TERMS_PAGE);
    });

    await test.step('a page is shown again when a translator has moved its nodes', async () => {
      await page.goto('/auth');
      const moveIntoFont = (selector: string) =>
        page.locator(selector).evaluate((node) => {
          const font = document.createElement('font');
          node.replaceWith(font);
          font.append(node);
        });
      await expect(page.getByRole('form', { name: 'Login' })).toBeVisible();
      await moveIntoFont('[role="tabpanel"]:visible');
      await page.getByRole('tab', { name: 'Register' }).click();
      await expect(page.getByRole('form', { name: 'Register' })).toBeVisible();
      await expect(wentWrong).toHaveCount(0);

      await moveIntoFont('main > div');
      await footer(page).getByRole('link', { name: 'Privacy' }).click();
      await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible();
      await expect(page.getByRole('form', { name: 'Register' })).toHaveCount(0);
      await expect(wentWrong).toHaveCount(0);
    });

    await test.step('errors that nobody caught are silenced with one warning when they come from moved nodes', async () => {
      const warnings: string[] = [];
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto('/terms');
      await expect(page.getByRole('heading', { name: 'Terms of Use' })).toBeVisible();
      await page.evaluate(() => {
        setTimeout(() => document.body.removeChild(document.createElement('p')), 0);
      });
      await expect.poll(() => warnings.filter((text) => text.includes('DOM manipulation'))).toHaveLength(1);
      expect(errors).toEqual([]);
    });
  });

  test.describe('of any other kind that nobody caught', () => {
    test.use({ expectedPageErrors: [/something else/] });
    test('uncaught errors of any other kind are not silenced [A533]', async ({ page }) => {
      const failed = page.waitForEvent('pageerror');
      await page.goto('/terms');
      await page.evaluate(() => {
        setTimeout(() => {
          throw new Error('something else');
        }, 0);
      });
      expect((await failed).message).toBe('something else');
    });
  });
});
