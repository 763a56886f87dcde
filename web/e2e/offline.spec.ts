import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card } from './support/posts.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const BAR = 'No connection. You can go on with what is on the screen; the rest comes when the connection is back.';
const WAITING_BAR = 'No connection. What you asked for opens when the connection is back.';

/** Opens the start page, moves the pointer and waits until these files, and all others that are likely to be needed, have come. */
async function fetchAhead(page: Page, ...needed: string[]): Promise<void> {
  // A browser lists 250 files unless it is told otherwise, and these are more.
  await page.addInitScript(() => performance.setResourceTimingBufferSize(2_000));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.mouse.move(100, 300);
  await page.waitForFunction((names) => {
    const files = performance.getEntriesByType('resource').map((entry) => entry.toJSON());
    const latest = Math.max(...files.map(({ responseEnd }) => Number(responseEnd)));
    const isFetched = (file: string) => files.some(({ name }) => String(name).includes(`/${file}-`));
    return names.every(isFetched) && performance.now() - latest > 1_000;
  }, needed);
}

test('the page and its dialogs come where the browser sees no network, and the site is on the same machine', async ({
  page,
  world,
}) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false }));
  await world.createPost(await world.person('anna'), { title: 'Rice' });
  await loginAs(page, world, 'bob');
  await page.goto('/');
  await card(page, 'Rice').getByRole('button', { name: 'Quotation' }).click();
  await expect(page.getByRole('dialog', { name: 'Send Quote' })).toBeVisible();
  await page.goto('/terms');
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible();
});

test.describe('without a network', () => {
  test(
    'a page that is not there yet leaves the one before on the screen and opens when the network is back',
    { tag: '@elsewhere' },
    async ({ page, world, context }) => {
      await world.createPost(await world.person('anna'), { title: 'Rice' });
      await page.goto('/');
      await expect(card(page, 'Rice')).toBeVisible();
      await context.setOffline(true);
      await expect(page.getByText(BAR, { exact: true })).toBeVisible();

      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
      await expect(page.getByText(WAITING_BAR, { exact: true })).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(card(page, 'Rice')).toBeVisible();
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
      await expectAccessible(page);
      await page.setViewportSize(VIEWPORTS.phone);
      await expectNoSidewaysScroll(page);

      await context.setOffline(false);
      await expect(page.getByRole('heading', { level: 1, name: 'Terms of Use' })).toBeVisible();
      await expect(page.getByText('No connection.')).toHaveCount(0);
    },
  );

  test(
    'a dialog that is not there yet opens, with its looks, when the network is back; the page stays',
    { tag: '@elsewhere' },
    async ({ page, world, context }) => {
      await world.createPost(await world.person('anna'), { title: 'Rice' });
      await loginAs(page, world, 'bob');
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible();
      await context.setOffline(true);
      await card(page, 'Rice').getByRole('button', { name: 'Quotation' }).click();
      await expect(page.getByText(WAITING_BAR, { exact: true })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expect(card(page, 'Rice')).toBeVisible();

      await context.setOffline(false);
      await expect(page.getByRole('dialog', { name: 'Send Quote' })).toBeVisible();
      const bare = () =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter((link) => link.sheet === null)
          .length;
      expect(await page.evaluate(bare)).toBe(0);
    },
  );

  test('a list that could not be read says so and comes by itself when the network is back', async ({
    page,
    world,
    context,
  }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    await page.goto('/');
    await expect(card(page, 'Rice')).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('searchbox', { name: 'Search' }).fill('rice');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Failed to load posts')).toBeVisible();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('banner')).toBeVisible();
    await context.setOffline(false);
    await expect(card(page, 'Rice')).toBeVisible();
  });

  test('the text typed into a form stays without a network, and the failure is told in plain words', async ({
    page,
    world,
    context,
  }) => {
    const NO_CONNECTION = 'No connection. What you typed is kept.';
    await loginAs(page, world, 'bob');
    await page.goto('/profile');
    const name = page.getByRole('textbox', { name: 'First name' });
    await name.fill('Robert');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Error updating profile', NO_CONNECTION, 'destructive');
    await expect(name).toHaveValue('Robert');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Profile updated');

    await page.goto('/feedback');
    const message = page.getByRole('textbox', { name: 'Message' });
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Bug' }).click();
    await page.getByRole('textbox', { name: 'Subject' }).fill('The line drops');
    await message.fill('Somewhere between two stations.');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await expect(page.getByRole('alert').getByText(NO_CONNECTION, { exact: true })).toBeVisible();
    await expect(message).toHaveValue('Somewhere between two stations.');
  });
});

test.describe('without a network, after what is likely has been fetched', () => {
  test.use({ sparesData: false });

  test('dialogs and pages open offline from code that was prefetched in idle time', async ({
    page,
    world,
    context,
  }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    await loginAs(page, world, 'bob');
    await fetchAhead(page, 'post-quote-dialog', 'news-page');
    await context.setOffline(true);
    await card(page, 'Rice').getByRole('button', { name: 'Quotation' }).click();
    await expect(page.getByRole('dialog', { name: 'Send Quote' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News / Events' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'News / Events' })).toBeVisible();
  });

  test('a page without its data says so in plain words and shows the data when the network is back', async ({
    page,
    world,
    context,
  }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    await fetchAhead(page, 'news-page');
    await context.setOffline(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News / Events' }).click();
    await expect(page.getByText('Failed to load news')).toBeVisible();
    await expect(
      page.getByText('No connection. This comes by itself when the connection is back.', { exact: true }),
    ).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('No news yet')).toBeVisible();
  });
});
