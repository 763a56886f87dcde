/** The page of a post on a phone, and what a phone needs on other pages: Back, toasts, targets, language. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card, storeImages } from './support/posts.ts';
import { toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

test.use({ viewport: VIEWPORTS.phone, hasTouch: true, isMobile: true });

const quotation = (page: Page) => page.getByRole('button', { name: 'Quotation' });
const image = (page: Page, number: number) => page.getByRole('button', { name: `Open image ${number} of 4` });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString();

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return { ...box, bottom: box.y + box.height };
}

/** The bar with the action: the box around its button. */
const bar = (page: Page) => quotation(page).locator('xpath=ancestor::div[2]');

/** Controls below 44 px that another control is closer to than these 44 px. Links in a sentence are left out. */
const crowded = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, [role=combobox]')]
      .filter(
        (each) => each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !each.closest('[inert]'),
      )
      .filter((each) => getComputedStyle(each).display !== 'inline' && getComputedStyle(each).position !== 'absolute')
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    return controls.flatMap(({ each, box }) => {
      const [x, y] = [Math.max(0, 43.5 - box.width) / 2, Math.max(0, 43.5 - box.height) / 2];
      if (x === 0 && y === 0) return [];
      const near = controls.find(
        (other) =>
          other.each !== each &&
          !other.each.contains(each) &&
          !each.contains(other.each) &&
          other.box.left < box.right + x &&
          other.box.right > box.left - x &&
          other.box.top < box.bottom + y &&
          other.box.bottom > box.top - y,
      );
      const name = (element: Element) => element.getAttribute('aria-label') ?? element.textContent;
      return near ? [`${name(each)} (${box.width} x ${box.height}) next to ${name(near.each)}`] : [];
    });
  });

/** The names of the controls that Tab reaches, and whether something covers them. */
async function tabStops(page: Page, count: number): Promise<{ name: string; isCovered: boolean }[]> {
  const stops: { name: string; isCovered: boolean }[] = [];
  for (let stop = 0; stop < count; stop += 1) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        const { x, y, width, height } = focused.getBoundingClientRect();
        const shown = document.elementFromPoint(x + width / 2, y + height / 2);
        return {
          name: focused.getAttribute('aria-label') ?? focused.textContent ?? '',
          isCovered: shown !== null && !focused.contains(shown) && !shown.contains(focused),
        };
      }),
    );
  }
  return stops;
}

test('on a phone the action of a post is always in view, and its images are swiped below the title', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  const { id } = await world.createPost(anna, {
    title: 'Glass lamps',
    description: 'Clear glass,\n'.repeat(60),
    images: await storeImages(anna, 4),
    quote_deadline: inDays(2),
  });
  await page.goto(`/post/glass-lamps-${id}`);
  await expect(quotation(page)).toBeVisible();

  await test.step('deadline, number of quotes and action, wherever the reader is, and never on the footer', async () => {
    // The clock of the page may run behind that of the test.
    await expect(bar(page)).toContainText(/only (1\sd 23\sh|2\sd) left/);
    await expect(page.locator('dl').getByText(/ left$/)).toHaveCount(0);
    await expect(bar(page)).toContainText('0 quotes');
    expect((await boxOf(quotation(page))).height).toBeGreaterThanOrEqual(44);
    for (const y of [0, 700]) {
      await page.evaluate((top) => window.scrollTo(0, top), y);
      await expect.poll(async () => (await boxOf(bar(page))).bottom).toBeCloseTo(VIEWPORTS.phone.height, 0);
    }
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const footer = page.getByRole('contentinfo');
    await expect.poll(async () => (await boxOf(footer)).y >= (await boxOf(bar(page))).bottom - 1).toBe(true);
    await page.evaluate(() => window.scrollTo(0, 0));
  });

  await test.step('each image fills the width and says which it is', async () => {
    const title = await boxOf(page.getByRole('heading', { level: 1 }));
    expect((await boxOf(image(page, 1))).y).toBeGreaterThanOrEqual(title.bottom);
    await expect(image(page, 1).getByText('1/4')).toBeInViewport();
    await expect(image(page, 2)).not.toBeInViewport();
    const gallery = image(page, 1).locator('xpath=..');
    await expect(gallery).toHaveCSS('scroll-snap-type', 'x mandatory');
    await gallery.evaluate((each) => each.scrollBy(each.clientWidth, 0));
    await expect(image(page, 2).getByText('2/4')).toBeInViewport();
    await expect(image(page, 1)).not.toBeInViewport();
  });

  await test.step('room for a finger, and an order of tab stops from top to bottom', async () => {
    expect(await crowded(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.reload();
    await expect(quotation(page)).toBeVisible();
    await expect(image(page, 4)).toBeAttached();
    await expect(page.getByText('View profile')).toBeAttached();
    const stops = await tabStops(page, 24);
    const names = stops.map(({ name }) => name);
    const order = ['Open image 1 of 4', 'Open image 4 of 4', 'Share', 'Quotation', 'View profile'].map((name) =>
      names.indexOf(name),
    );
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(stops.filter(({ isCovered }) => isCovered)).toEqual([]);
  });
});

test('on a desktop the action of a post stands next to it and stays in view', async ({ page, world }) => {
  const anna = await world.person('anna');
  const { id } = await world.createPost(anna, {
    title: 'Glass lamps',
    description: 'Clear glass,\n'.repeat(80),
    quote_deadline: inDays(2),
  });
  await page.setViewportSize(VIEWPORTS.desktop);
  await page.goto(`/post/glass-lamps-${id}`);
  const buyer = page.getByRole('complementary', { name: 'About the buyer' });
  for (const y of [0, 900]) {
    await page.evaluate((top) => window.scrollTo(0, top), y);
    for (const part of [quotation(page), page.getByText(/^Quotes until .* UTC$/), buyer])
      await expect(part).toBeInViewport();
    expect((await boxOf(bar(page))).x).toBeGreaterThan((await boxOf(card(page, 'Glass lamps'))).x + 600);
  }
});

test('on a phone Back closes what covers the page, and typed text and filters are kept', async ({ page, world }) => {
  const anna = await world.person('anna');
  const { id } = await world.createPost(anna, { title: 'Rice', images: await storeImages(anna, 4) });
  await loginAs(page, world, 'bob');
  await page.goto('/');
  await card(page, 'Rice').getByRole('link', { name: 'Rice' }).click();
  await expect(page).toHaveURL(`/post/rice-${id}`);
  const covering = page.getByRole('dialog');
  const closeByBack = async () => {
    await expect(covering).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.history.state.layers)).toBe(1);
    await page.goBack();
    await expect(covering).toBeHidden();
    await expect.poll(() => page.evaluate(() => window.history.state.layers)).toBeUndefined();
  };

  await test.step('dialogs and the image viewer of a post', async () => {
    for (const name of ['Share', 'Open image 1 of 4']) {
      await page.getByRole('button', { name }).click();
      await closeByBack();
      await expect(page).toHaveURL(`/post/rice-${id}`);
    }
  });

  await test.step('the form of a quote', async () => {
    const price = page.getByRole('textbox', { name: 'Price' });
    await quotation(page).click();
    await price.fill('2.40 USD/kg');
    await closeByBack();
    await quotation(page).click();
    await expect(price).toHaveValue('2.40 USD/kg');
    await covering.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(covering).toBeHidden();
    await expect.poll(() => page.evaluate(() => window.history.state.layers)).toBeUndefined();
  });

  await test.step('one step back to the feed, whatever was opened and closed', async () => {
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  await test.step('the form of a request', async () => {
    const create = page.getByRole('button', { name: 'Post a purchase request now!' });
    await create.click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Green tea');
    await closeByBack();
    await create.click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Green tea');
    await closeByBack();
  });

  await test.step('the filters', async () => {
    await page.getByRole('button', { name: 'Search Filters' }).click();
    await covering.getByRole('checkbox', { name: 'Industrial' }).click();
    await expect(page).toHaveURL(/category=industrial/);
    await closeByBack();
    await expect(page).toHaveURL(/category=industrial/);
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  await test.step('the question about unsaved changes, which a link or Back has opened', async () => {
    await page.getByRole('button', { name: 'bob' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    const bio = page.getByRole('textbox', { name: 'Bio' });
    await bio.fill('We sell rice.');
    const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
    for (const leave of [() => page.getByRole('link', { name: 'My reviews' }).click(), () => page.goBack()]) {
      await leave();
      await expect(question).toBeVisible();
      await page.goBack();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL('/profile');
      await expect(bio).toHaveValue('We sell rice.');
    }
    await page.goBack();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('on a phone a toast stands above the foot of the window and of the page', async ({ page, world }) => {
  const anna = await world.person('anna');
  const { id } = await world.createPost(anna, { title: 'Rice' });
  await page.goto('/toast-test');
  await page.getByRole('button', { name: 'Fire a destructive one' }).click();
  const shown = () => boxOf(page.locator('[data-toast]'));
  await expect.poll(async () => (await shown()).y).toBeGreaterThan(VIEWPORTS.phone.height / 2);
  await expect.poll(async () => (await shown()).bottom).toBeLessThanOrEqual(VIEWPORTS.phone.height - 8);

  await loginAs(page, world, 'bob');
  await page.goto(`/post/rice-${id}`);
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await page.getByRole('textbox', { name: 'Your question' }).fill('Which crop?');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(toast(page)).toContainText('Question sent');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect.poll(async () => (await boxOf(bar(page))).y - (await shown()).bottom).toBeGreaterThanOrEqual(0);
});

test('a guest on a phone chooses the language in the menu of the header', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Navigation menu' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText(['English', 'Tiếng Việt']);
  // One line over the whole width of the menu.
  const { width, height } = await boxOf(page.getByRole('menuitemradio', { name: 'Tiếng Việt' }));
  expect(width).toBeGreaterThan(150);
  expect(height).toBe(44);
  await expect.poll(() => crowded(page)).toEqual([]);
  await page.getByRole('menuitemradio', { name: 'Tiếng Việt' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
});

test('a post fits 320 px, and 390 px with text of twice the size, whatever its title and buyer', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna', { companyName: 'شركة الخليج للتجارة' });
  const bare = await world.createPost(anna, { title: 'Đá hoa cương '.repeat(15).trim(), description: 'x' });
  const wide = await world.createPost(anna, { title: 'W'.repeat(200), quote_deadline: inDays(0) });
  for (const { id } of [bare, wide])
    for (const [width, height, size] of [
      [320, 640, '100%'],
      [390, 844, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/post/x-${id}`);
      await expect(quotation(page)).toBeVisible();
      await page.addStyleTag({ content: `html { font-size: ${size} }` });
      await expectNoSidewaysScroll(page);
      // A phone shows a page that is too wide smaller.
      await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
      expect((await boxOf(page.getByRole('banner'))).height).toBeLessThan(height / 3);
      await expect.poll(async () => (await boxOf(bar(page))).bottom).toBeCloseTo(height, 0);
      const button = await boxOf(quotation(page));
      expect(button.x + button.width).toBeLessThanOrEqual(width);
    }
});

test('in Vietnamese the header has the name and both buttons of a guest, each in one line', async ({ page }) => {
  await page.goto('/?lang=vi');
  const header = page.getByRole('banner');
  for (const name of ['Đăng nhập', 'Đăng ký']) {
    const label = header.getByRole('link', { name, exact: true }).getByText(name);
    await expect.poll(async () => (await boxOf(label)).height).toBeLessThan(24);
  }
  const end = (await boxOf(header)).bottom;
  expect((await boxOf(header.getByText('Marketplace Platform'))).bottom).toBeLessThan(end / 2);
});
