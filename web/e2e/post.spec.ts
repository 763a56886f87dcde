import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card, storeImages } from './support/posts.ts';
import { refuse } from './support/requests.ts';
import { toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test.describe('the page of a post', () => {
  test(
    'the page of a post shows it whole to a guest at any address with its number, and similar requests [A32,A34,A377]',
    { tag: '@firefox' },
    async ({ page, world }) => {
      const anna = await world.person('anna', { companyName: 'Berg AB' });
      const description = 'd'.repeat(500);
      const { id } = await world.createPost(anna, { title: 'Cà phê Đà Lạt', description, category: 'food' });
      const wide = await world.createPost(anna, {
        title: 'W'.repeat(120),
        description: 'x'.repeat(900),
        category: 'food',
      });
      for (const number of [1, 2, 3, 4, 5])
        await world.createPost(anna, { title: `Pump ${number}`, category: 'industrial' });
      const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' });

      await test.step('whole, the words of its address corrected', async () => {
        await page.goto(`/post/any-other-words-${id}`);
        await expect(page.getByRole('heading', { level: 1, name: 'Cà phê Đà Lạt' })).toBeVisible();
        await expect(page).toHaveURL(`/post/ca-phe-da-lat-${id}`);
        await expect(page.getByText(description, { exact: true })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
        const owner = page.getByRole('complementary', { name: 'About the buyer' });
        await expect(owner.getByText('Berg AB')).toBeVisible();
        await expect(owner.getByText('Member since')).toBeVisible();
        await expect(breadcrumb.getByRole('link')).toHaveText(['Home', 'Food & Beverage']);
        await expect(page).toHaveTitle(/^Cà phê Đà Lạt/);
        await expectAccessible(page);
      });

      await test.step('reached from the card, leading to similar requests', async () => {
        await breadcrumb.getByRole('link', { name: 'Home' }).click();
        await card(page, 'Pump 5').getByRole('link', { name: 'Pump 5' }).click();
        const similar = page.getByRole('region', { name: 'Similar requests' });
        await expect(similar.getByRole('link')).toHaveText(['Pump 4', 'Pump 3', 'Pump 2']);
        await similar.getByRole('link', { name: 'Pump 3' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Pump 3' })).toBeVisible();
      });

      await test.step('of both spellings of its category, newest first', async () => {
        const spellings = ['textiles', 'textile', 'textiles', 'textile', 'textiles'];
        let newest = 0;
        for (const [place, category] of spellings.entries())
          newest = (await world.createPost(anna, { title: `Cloth ${place + 1}`, category })).id;
        await page.goto(`/post/cloth-5-${newest}`);
        const similar = page.getByRole('region', { name: 'Similar requests' });
        await expect(similar.getByRole('link')).toHaveText(['Cloth 4', 'Cloth 3', 'Cloth 2']);
      });

      await test.step('on the phone and the tablet', async () => {
        await page.setViewportSize(VIEWPORTS.phone);
        await page.goto(`/post/w-${wide.id}`);
        await expect(page.getByRole('heading', { level: 1, name: wide.title })).toBeVisible();
        await expectNoSidewaysScroll(page);
        await page.setViewportSize(VIEWPORTS.tablet);
        await expectNoSidewaysScroll(page);
      });
    },
  );

  test('the page of a post shows its images first, the thumbnails beside the text, each opening the viewer', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    const { id } = await world.createPost(anna, { title: 'Glass lamps', images: await storeImages(anna, 5) });
    const image = (name: string | RegExp) => card(page, 'Glass lamps').getByRole('button', { name });
    const box = async (locator: Locator) => {
      const found = await locator.boundingBox();
      if (!found) throw new Error('It is not on the page');
      return { ...found, right: found.x + found.width, bottom: found.y + found.height };
    };

    await test.step('in the list, beside the title and the description', async () => {
      await page.goto('/');
      const first = () => box(image(/^Open image 1 of 5/));
      const title = () => box(card(page, 'Glass lamps').getByRole('heading'));
      await expect.poll(async () => (await first()).x - (await title()).right).toBeGreaterThanOrEqual(0);
      await expect.poll(async () => Math.abs((await first()).y - (await title()).y)).toBeLessThan(8);
      await page.setViewportSize(VIEWPORTS.phone);
      await expect.poll(async () => (await first()).y - (await title()).bottom).toBeGreaterThan(0);
      await page.setViewportSize(VIEWPORTS.desktop);
    });

    await test.step('on its page at the top, the first one large, all of them', async () => {
      await page.goto(`/post/glass-lamps-${id}`);
      await expect(image(/^Open image/)).toHaveCount(5);
      await expect(page.getByText('+1', { exact: true })).toHaveCount(0);
      const [first, second, whole] = [
        await box(image('Open image 1 of 5')),
        await box(image('Open image 2 of 5')),
        await box(card(page, 'Glass lamps')),
      ];
      expect(first.y - whole.y).toBeLessThan(32);
      expect(first.width).toBeGreaterThan(3 * second.width);
      expect(first.width / first.height).toBeCloseTo(4 / 3, 1);
      await image('Open image 5 of 5').click();
      await expect(
        page.getByRole('dialog', { name: /^Images of/ }).getByRole('img', { name: /Image 5 of 5$/ }),
      ).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(image('Open image 5 of 5')).toBeFocused();
      await expectAccessible(page);
    });

    await test.step('on the phone and the tablet', async () => {
      await page.setViewportSize(VIEWPORTS.tablet);
      await expectNoSidewaysScroll(page);
      const first = () => box(image('Open image 1 of 5'));
      await expect.poll(async () => (await first()).y - (await box(card(page, 'Glass lamps'))).y).toBeLessThan(32);
      await page.setViewportSize(VIEWPORTS.phone);
      await expectNoSidewaysScroll(page);
      const title = page.getByRole('heading', { level: 1 });
      await expect.poll(async () => (await first()).y - (await box(title)).bottom).toBeGreaterThanOrEqual(0);
    });
  });

  test('the page of a hidden, deleted or unnumbered post is not available, and says why loading failed', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    const { id } = await world.createPost(anna, { title: 'Secret' });
    const rice = await world.createPost(anna, { title: 'Rice' });
    await anna.client.rpc('hide_post', { post_id: id });

    await test.step('not available', async () => {
      for (const path of [`/post/secret-${id}`, '/post/gone-999999', '/post/no-number']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: 'This post is not available' })).toBeVisible();
      }
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Back to posts' }).click();
      await expect(page).toHaveURL('/');
    });

    await test.step('why it could not be loaded, and another try', async () => {
      const request = '**/rest/v1/posts?*';
      await refuse(page, request, 'boom', 500);
      await page.goto(`/post/rice-${rice.id}`);
      await expect(page.getByText('Failed to load post')).toBeVisible();
      await expect(page.getByText('boom')).toBeVisible();
      await page.unroute(request);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Rice' })).toBeVisible();
    });

    await test.step('its owner sees it, and that it is hidden', async () => {
      await loginAs(page, world, anna);
      await page.goto(`/post/secret-${id}`);
      await expect(page.getByText('This post is hidden')).toBeVisible();
    });
  });

  test('a post page shows its owner the quotes, leaves after deletion, and asks admins why they hide it', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');

    await test.step('quotes for the owner, who deletes it and is back in the feed', async () => {
      const { id } = await world.createPost(anna, { title: 'Rice' });
      await page.goto(`/post/rice-${id}`);
      await expect(page.getByRole('heading', { name: 'Quotes received (0)' })).toBeVisible();
      // The action is the tab stop after the card.
      await page.getByRole('button', { name: 'Share' }).focus();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('main').getByRole('button', { name: /^Edit/ })).toBeFocused();
      await page.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page).toHaveURL('/');
      await expect(toast(page)).toContainText('Post deleted');
      await expect(page.getByText('No posts found')).toBeVisible();
    });

    await test.step('a reason to hide for admins', async () => {
      const { id } = await world.createPost(anna, { title: 'Tea' });
      await loginAs(page, world, 'adam');
      await page.goto(`/post/tea-${id}`);
      await page.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Hide Post (Violation)' }).click();
      await page.getByRole('textbox', { name: 'Reason (optional)' }).fill('Phone number in the text');
      await page.getByRole('dialog', { name: 'Hide post' }).getByRole('button', { name: 'Hide' }).click();
      await expect(toast(page)).toContainText('Post hidden');
      await expect(page.getByRole('note')).toContainText('Phone number in the text');
    });
  });
});

test('the demo page is public, accessible, out of search engines, and writes nothing [A58]', async ({ page }) => {
  // Some thirty cards in two themes.
  test.slow();
  const writes: string[] = [];
  page.on('request', (request) => {
    const isWrite =
      request.method() !== 'GET' && request.method() !== 'OPTIONS' && !request.url().endsWith('/api/guest-access');
    if (isWrite) writes.push(`${request.method()} ${request.url()}`);
  });
  await page.goto('/demo');
  await expect(page.getByRole('heading', { level: 1, name: 'Demo' })).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Like, 12 likes' }).first().click();
  await expect(page.getByRole('button', { name: 'Like, 13 likes' })).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: /^Pager of/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete dialog' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize(VIEWPORTS.phone);
  await expectNoSidewaysScroll(page);
  expect(writes).toEqual([]);
});
