/** How people narrow the feed, see what narrows it, and widen it again. */
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { card, cards, fillFeed, filters, search } from './support/posts.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

/** The most presses of Tab that lead to the first request. */
const TAB_STOPS = 16;

test('the results say what was searched and filtered; each entry can be removed, and all filters at once', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  await fillFeed(world, anna, 2, { title: 'Rice', category: 'food', country: 'vn' });
  await world.createPost(anna, { title: 'Rice mill', category: 'industrial', country: 'de' });
  const active = page.getByRole('main').getByRole('list', { name: 'Search Filters' });
  const prompt = page.getByText('Buyers post what they need; suppliers find it here and quote.');
  await page.goto('/');
  await expect(prompt).toBeVisible();
  await expect(active).toHaveCount(0);
  await search(page, 'rice');
  await expect(active.getByRole('listitem')).toHaveText(['“rice”', 'Save this search']);
  await expect(prompt).toHaveCount(0);
  const hits = (category: string) => filters(page).getByText(category, { exact: true }).locator('xpath=../../../..');
  await expect(hits('Food & Beverage')).toHaveText('Food & Beverage2');
  await expect(hits('Industrial')).toHaveText('Industrial1');
  await expect(hits('Service')).toHaveText('Service0');
  await page.goto('/?q=rice&country=vn&category=food&category=industrial&unquoted=1');
  await expect(active.getByRole('listitem')).toHaveText([
    '“rice”',
    'Vietnam',
    'Food & Beverage',
    'Industrial',
    'No quotes yet',
    'Clear filters',
    'Save this search',
  ]);
  for (const viewport of Object.values(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    await expectAccessible(page, 'main');
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(VIEWPORTS.desktop);
  await active.getByRole('link', { name: 'Remove Food & Beverage' }).click();
  await expect(page).toHaveURL('/?q=rice&country=vn&category=industrial&unquoted=1');
  await active.getByRole('link', { name: 'Remove Vietnam' }).click();
  await expect(cards(page)).toHaveCount(1);
  await active.getByRole('link', { name: 'Remove “rice”' }).click();
  await expect(page).toHaveURL('/?category=industrial&unquoted=1');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await active.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/');
  await expect(cards(page)).toHaveCount(3);
});

test('typing and Enter choose a country; countries and categories with requests come first', async ({
  page,
  world,
}) => {
  const anna = await world.person('anna');
  await world.createPost(anna, { title: 'Rice', category: 'food', country: 'vn' });
  await world.createPost(anna, { title: 'Tea', category: 'retail', country: 'de' });
  await page.goto('/');
  const country = filters(page).getByRole('combobox', { name: 'Country' });
  await expect(filters(page).getByRole('checkbox').first()).toHaveAccessibleName('Food & Beverage');
  await expect(filters(page).getByRole('checkbox').nth(1)).toHaveAccessibleName('Retail & E-commerce');
  await country.click();
  const options = page.getByRole('listbox', { name: 'Country' }).getByRole('option');
  await expect(options.first()).toHaveText('Germany1');
  await expect(options.nth(1)).toHaveText('Vietnam1');
  await page.keyboard.type('germ');
  await expect(country).toHaveValue('germ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?country=de');
  await expect(card(page, 'Tea')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).click();
  await country.click();
  await page.keyboard.type('viet');
  await expect(country).toHaveValue('viet');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?country=vn');
  await expect(card(page, 'Rice')).toBeVisible();
});

test('the keyboard reaches the first request before the filters, and the filters by a link', async ({
  page,
  world,
}) => {
  await world.createPost(await world.person('anna'), { title: 'Rice' });
  await page.goto('/');
  await expect(filters(page).getByRole('checkbox')).toHaveCount(20);
  await expect(card(page, 'Rice')).toBeVisible();
  const isInCard = () => page.evaluate(() => document.activeElement?.closest('article') !== null);
  const stops: string[] = [];
  do {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
  } while (!(await isInCard()) && stops.length < 40);
  expect(stops.length, stops.join(' | ')).toBeLessThanOrEqual(TAB_STOPS);
  await page.getByRole('link', { name: 'Skip to filters' }).focus();
  await expectAccessible(page, 'main');
  await page.keyboard.press('Enter');
  await expect(filters(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(filters(page).getByRole('combobox', { name: 'Country' })).toBeFocused();
});

for (const locale of ['en', 'vi'])
  test(`the header of a phone has the name of the product, in one bar with all entries: ${locale}`, async ({
    page,
  }) => {
    await page.setViewportSize(VIEWPORTS.phone);
    await page.goto(`/?lang=${locale}`);
    const header = page.getByRole('banner');
    await expect(header.getByText('Marketplace Platform')).toBeVisible();
    const boxes = await header
      .locator('a, button')
      .evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .map(({ left, right, top, height }) => ({ left, right, top, height })),
      );
    const bar = boxes.filter(({ top, height }) => top < 50 && height > 0).toSorted((a, b) => a.left - b.left);
    for (const [index, box] of bar.entries()) {
      expect(box.right).toBeLessThanOrEqual((bar[index + 1]?.left ?? VIEWPORTS.phone.width) + 0.5);
      expect(box.height).toBeGreaterThanOrEqual(44);
    }
    await expectNoSidewaysScroll(page);
  });
