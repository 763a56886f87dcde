import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { parseCsv } from '../src/shared/text/csv.ts';
import { expectAccessible } from './support/axe.ts';
import { watchRest } from './support/explore.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { readPdf } from './support/pdf-text.ts';
import { createQuote } from './support/quotes.ts';
import { hold, refuse } from './support/requests.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const TITLE = 'Cashew nuts W320';
/** What five suppliers offer: three currencies, four units, one that cannot be compared. */
const OFFERS = {
  bob: { price_text: '6.20 USD/kg', quantity_text: '25 t', delivery_time: '4-5 weeks' },
  carl: { price_text: '5.200 EUR/tấn', currency: 'EUR', quantity_text: '5 t', delivery_time: '30 days' },
  dora: { price_text: '155.000 đ/kg', currency: 'VND', quantity_text: '10 t', delivery_time: '20 days' },
  emil: { price_text: '120000 USD/40ft', quantity_text: '1 x 40 ft', delivery_time: '6 weeks' },
  fred: { price_text: '5,450 USD/t', quantity_text: '1 t', delivery_time: '20 days' },
};

const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const table = (page: Page) => page.getByRole('table', { name: `Quotes on ${TITLE}` });
const suppliers = (page: Page) => table(page).getByRole('columnheader').locator('a');
/** The cells of a row, from left to right. */
const cells = (page: Page, row: string) => table(page).locator(`tr[data-row="${row}"] td`);
const cellOf = (page: Page, row: string, column: number) => cells(page, row).nth(column);

async function rates(world: World): Promise<void> {
  await world.sql(`insert into public.exchange_rates (currency, day, usd_per_unit, source)
    values ('EUR', current_date - 1, 1.16, 'Admin'), ('VND', current_date - 1, 0.000038, 'Admin')`);
}

/** A request of anna for 20 t, with these quotes. Gives its id and those of the quotes. */
async function request(
  world: World,
  names: (keyof typeof OFFERS)[],
  more: Record<string, string> = {},
): Promise<{ id: number; quotes: number[] }> {
  const { id } = await world.createPost(await world.person('anna'), { title: TITLE, quantity: 20, unit: 'ton' });
  const quotes: number[] = [];
  for (const name of names) quotes.push(await createQuote(await world.person(name), id, { ...OFFERS[name], ...more }));
  return { id, quotes };
}

test('[A614,A615,A616,A617,A618] the owner chooses quotes, compares them and decides without leaving the page', async ({
  page,
  world,
}) => {
  const { id } = await request(world, ['bob', 'carl', 'dora', 'emil', 'fred']);
  await rates(world);
  await loginAs(page, world, 'anna');
  await page.goto(`/post/x-${id}`);

  await test.step('two to six are chosen by check boxes on the received list', async () => {
    const received = page.getByRole('region', { name: /^Quotes received/ });
    // As the next step of the request, next to the list.
    await expect(page.getByRole('link', { name: 'Compare 5 quotes' })).toHaveCount(1);
    await expect(received.getByRole('link', { name: 'Compare 5 quotes' })).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Compare the quote of carl' }).check();
    await expect(page.getByRole('button', { name: 'Compare 1 quote' })).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Compare the quote of dora' }).check();
    await received.getByRole('link', { name: 'Compare 2 quotes' }).click();
    await expect(suppliers(page)).toHaveText(['dora', 'carl']);
    await page.reload();
    await expect(suppliers(page)).toHaveText(['dora', 'carl']);
  });

  await test.step('and on the page itself', async () => {
    await page.getByRole('button', { name: 'Quotes (2 of 5)' }).click();
    for (const name of ['bob', 'emil', 'fred'])
      await page.getByRole('checkbox', { name: new RegExp(`^${name}:`) }).check();
    await page.keyboard.press('Escape');
    await expect(suppliers(page)).toHaveText(['fred', 'emil', 'dora', 'carl', 'bob']);
  });

  await test.step('nothing is compared, nor put in a file, before the rates are there', async () => {
    const release = await hold(page, '**/rpc/latest_exchange_rates*');
    const rest = watchRest(page, /latest_exchange_rates/);
    await page.goto(`/compare/${id}`);
    await rest();
    await expect(page.getByRole('status', { name: 'Loading comparison' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Compare quotes' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
    release();
    await expect(cells(page, 'price')).toHaveCount(5);
  });

  await test.step('rates that cannot be had are told, and leave the rest to compare', async () => {
    await page.unrouteAll();
    await refuse(page, '**/rpc/latest_exchange_rates*', 'No rates');
    await page.reload();
    await expect(page.getByText('Failed to load exchange rates')).toBeVisible();
    await expect(cellOf(page, 'unitPrice', 2)).toContainText('No exchange rate for VND');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
  });

  await test.step('prices stand as written, and as one unit and currency with the day of the rate', async () => {
    await expect(cells(page, 'price')).toHaveText(
      ['fred', 'emil', 'dora', 'carl', 'bob'].map((name) => OFFERS[name as keyof typeof OFFERS].price_text),
    );
    await expect(cellOf(page, 'unitPrice', 0)).toHaveText('5,450 USDBest unit price');
    await expect(cellOf(page, 'unitPrice', 1)).toHaveText('Not comparable: priced per 40 ft container, not per t');
    await expect(cellOf(page, 'unitPrice', 2)).toContainText('≈ 5,890 USD');
    await expect(cellOf(page, 'unitPrice', 2)).toContainText('Rate of ');
    await expect(cellOf(page, 'unitPrice', 3)).toHaveText('Not comparable: 5.200 can be 5.2 or 5,200');
    await expect(cellOf(page, 'total', 0)).toHaveText('109,000 USD');
    await expect(cellOf(page, 'minimum', 4)).toContainText('More than the 20 t that you want');
    await expect(cells(page, 'delivery').filter({ hasText: 'Fastest' })).toHaveCount(2);
    await expectAccessible(page);
  });

  await test.step('any row sorts, by keyboard, and equal rows can be left out', async () => {
    const head = table(page).getByRole('rowheader', { name: 'Delivery time' });
    await head.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(suppliers(page)).toHaveText(['fred', 'dora', 'carl', 'bob', 'emil']);
    await page.keyboard.press('Enter');
    await expect(suppliers(page)).toHaveText(['emil', 'bob', 'carl', 'fred', 'dora']);
    await expect(cells(page, 'payment')).toHaveCount(5);
    await page.getByRole('switch', { name: 'Only differences' }).check({ force: true });
    await expect(cells(page, 'payment')).toHaveCount(0);
    await page.reload();
    await expect(cells(page, 'payment')).toHaveCount(0);
    await expect(suppliers(page)).toHaveText(['emil', 'bob', 'carl', 'fred', 'dora']);
  });

  await test.step('the file of the request has the quotes of the screen, with numbers to calculate with', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`quotes-cashew-nuts-w320-${id}.csv`);
    const [heads = [], ...lines] = parseCsv(await readFile(await download.path(), 'utf8')).map((row) => row.cells);
    const column = (head: string) => lines.map((line) => line[heads.indexOf(head)]);
    expect(column('Supplier')).toEqual(await suppliers(page).allInnerTexts());
    expect(column('Price as written')).toEqual(await cells(page, 'price').allInnerTexts());
    expect(column('Unit price')).toEqual(['', '6200', '', '5450', '5890']);
    expect(column('Rate day')).toEqual(['', '', '', '', yesterday]);
  });

  await test.step('one is shortlisted, one declined, one accepted; what is decided is marked no more', async () => {
    await page.goto(`/compare/${id}`);
    const decision = (name: string) => page.getByRole('group', { name: `Decision on the quote of ${name}` });
    const choose = async (name: string, action: string) => {
      await decision(name)
        .getByRole('button', { name: `More actions for ${name}` })
        .click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('dora', 'Shortlist');
    // No column moves away under a decision; the next visit has them in reading order.
    await expect(cellOf(page, 'status', 2)).toHaveText('Shortlisted');
    await page.reload();
    await expect(suppliers(page)).toHaveText(['dora', 'fred', 'emil', 'carl', 'bob']);
    const declineFred = async () => {
      await choose('fred', 'Decline');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Decline/ })
        .click();
      await expect(suppliers(page)).toHaveText(['dora', 'emil', 'carl', 'bob', 'fred']);
    };
    await declineFred();
    await decision('fred').getByRole('button', { name: 'Undo' }).click();
    await expect(suppliers(page)).toHaveText(['dora', 'fred', 'emil', 'carl', 'bob']);
    await declineFred();
    await expect(cellOf(page, 'status', 4)).toHaveText('Declined');
    await expect(cellOf(page, 'unitPrice', 4)).toHaveText('5,450 USD');
    // What is over steps back, and what is open does not.
    const dimmed = await table(page)
      .locator('tr[data-row="unitPrice"] th')
      .evaluate((head) => getComputedStyle(head).color);
    await expect(cellOf(page, 'unitPrice', 4)).toHaveCSS('color', dimmed);
    await expect(suppliers(page).last()).toHaveCSS('color', dimmed);
    await expect(cellOf(page, 'unitPrice', 0)).not.toHaveCSS('color', dimmed);
    await expectAccessible(page);
    await expect(cellOf(page, 'unitPrice', 0)).toContainText('Best unit price');
    await expect(decision('fred').getByRole('button')).toHaveText(['Undo']);
    await decision('dora').getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('dialog').getByText('3,100,000,000 VND')).toHaveCSS('font-weight', '600');
    await expect(page.getByRole('dialog').getByText('≈ 117,800 USD')).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Accept/ })
      .click();
    await expect(cells(page, 'status')).toContainText(['Accepted', 'Declined', 'Declined', 'Declined', 'Declined']);
    await expect(suppliers(page)).toHaveText(['dora', 'emil', 'carl', 'bob', 'fred']);
    // The head of the winner is tinted from its name to its decision.
    const tints = await table(page)
      .locator('thead tr > :nth-child(2), thead tr > :nth-child(3)')
      .evaluateAll((heads) => heads.map((head) => getComputedStyle(head).backgroundColor));
    expect(new Set(tints).size).toBe(2);
    expect(new Set(tints.filter((_, index) => index % 2 === 0)).size).toBe(1);
    await expect(page).toHaveURL(new RegExp(`/compare/${id}$`));
    const summary = decision('dora').getByRole('link', { name: 'Deal summary' });
    await expect(summary).toBeFocused();
    await decision('dora').getByRole('button', { name: 'More actions for dora' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Cancel deal']);
    await page.keyboard.press('Escape');
    await summary.click();
    await expect(page).toHaveURL(/\/deal\/\d+$/);
  });
});

test('[A615] raw numbers of different currencies are never compared: 8,000 USD against 1,000,000 JPY', async ({
  page,
  world,
}) => {
  const { id } = await world.createPost(await world.person('anna'), { title: TITLE });
  await createQuote(await world.person('bob'), id, { price_text: '8000 USD/set' });
  await createQuote(await world.person('carl'), id, { price_text: '1000000/set', currency: 'JPY' });
  await loginAs(page, world, 'anna');
  await page.goto(`/compare/${id}?currency=USD`);
  await expect(cells(page, 'unitPrice')).toHaveText(['1,000,000 JPYNo exchange rate for JPY', '8,000 USD']);
  await expect(page.getByText('Best unit price', { exact: true })).toHaveCount(0);
  await expect(
    page.getByText('No best unit price is marked, because there is no exchange rate of the last 7 days for JPY'),
  ).toBeVisible();
  await world.sql(
    `insert into public.exchange_rates (currency, day, usd_per_unit, source) values ('JPY', current_date, 0.0065, 'Admin')`,
  );
  await page.reload();
  await expect(cellOf(page, 'unitPrice', 0)).toContainText('≈ 6,500 USD');
  await expect(cellOf(page, 'unitPrice', 0)).toContainText('Best unit price');
});

test('[A614] a comparison is visible to its owner only; a guest signs in first', async ({ page, world }) => {
  const { id } = await request(world, ['bob', 'carl']);
  const single = await world.createPost(await world.person('anna'), { title: 'Another' });
  const missing = page.getByRole('heading', { name: 'This comparison is not available' });
  await page.goto(`/compare/${id}`);
  await expect(page).toHaveURL(/\/auth/);
  for (const name of ['bob', 'adam']) {
    await loginAs(page, world, name);
    await page.goto(`/compare/${id}`);
    await expect(missing).toBeVisible();
  }
  await loginAs(page, world, 'anna');
  for (const path of ['/compare/999999', '/compare/x', '/compare/-1', '/compare/1e9']) {
    await page.goto(path);
    await expect(missing).toBeVisible();
  }
  await page.goto(`/compare/${single.id}`);
  await expect(page.getByText('There are not two quotes to compare yet')).toBeVisible();
});

test('[A615] the first rows compare each quote with target price, needed-by day and Incoterm of the request', async ({
  page,
  world,
}) => {
  const neededBy = new Date(Date.now() + 25 * 86_400_000).toISOString().slice(0, 10);
  const { id } = await world.createPost(await world.person('anna'), {
    title: TITLE,
    quantity: 20_000,
    unit: 'kg',
    target_price: 5,
    target_currency: 'USD',
    needed_by: neededBy,
    incoterm: 'CIF',
  });
  for (const [name, change] of Object.entries({
    bob: { price_text: '4.80 USD/kg', delivery_time: '20 days', shipping_method: 'Sea' },
    carl: { price_text: '5,500 USD/t EXW', delivery_time: '40 days', shipping_method: 'Sea' },
  }))
    await createQuote(await world.person(name), id, change);
  await loginAs(page, world, 'anna');
  await page.goto(`/compare/${id}`);
  await expect(table(page).locator('tbody th').first()).toHaveText('Target: 5 USD per kg');
  await expect(cells(page, 'target')).toHaveText([
    'Not comparable: the terms are not those of the request',
    '4.0% below',
  ]);
  await expect(cells(page, 'neededBy')).toHaveText(['15 days late', 'In time']);
  await expect(cells(page, 'incoterm')).toHaveText(['EXWYou want CIF', 'Not stated']);
});

for (const [what, size, stays] of [
  ['1440 px', VIEWPORTS.desktop, 'name, price and decision stay'],
  ['768 px', VIEWPORTS.tablet, 'name, price and decision stay'],
  ['390 px', VIEWPORTS.phone, 'name and price stay'],
] as const) {
  test(`[A618] columns are equal, and ${stays} in sight while the table scrolls, at ${what}`, async ({
    page,
    world,
  }) => {
    const { id } = await request(world, ['bob', 'carl', 'dora', 'emil']);
    await rates(world);
    await loginAs(page, world, 'anna');
    await page.setViewportSize({ ...size, height: 500 });
    await page.goto(`/compare/${id}`);
    const heads = table(page).locator('thead th[data-quote]');
    await expect(heads).toHaveCount(4);
    const widths = await heads.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
    expect(new Set(widths).size).toBe(1);
    const last = table(page).locator('tbody tr').last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    const isPhone = size === VIEWPORTS.phone;
    const accept = page.getByRole('button', { name: 'Accept' }).first();
    for (const seen of [suppliers(page).first(), cellOf(page, 'price', 0), ...(isPhone ? [] : [accept])])
      await expect(seen).toBeInViewport({ ratio: 0.9 });
    if (isPhone) await expect(accept).not.toBeInViewport();
    const [top, bottom, row] = await Promise.all(
      [heads.first(), isPhone ? cellOf(page, 'price', 0) : accept, last].map((each) => each.boundingBox()),
    );
    expect((bottom?.y ?? 0) + (bottom?.height ?? 0)).toBeLessThanOrEqual((row?.y ?? 0) + 1);
    // The page scrolls, not a frame in it: the head is directly below that of the page.
    const header = await page.getByRole('banner').boundingBox();
    const headerEnd = (header?.y ?? 0) + (header?.height ?? 0);
    expect(Math.abs((top?.y ?? 0) - headerEnd)).toBeLessThanOrEqual(1);
    if (isPhone) expect((bottom?.y ?? 0) + (bottom?.height ?? 0) - headerEnd).toBeLessThanOrEqual(90);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  });
}

test('[A618] the names of the rows stay in sight on a phone, and nothing scrolls sideways but the table', async ({
  page,
  world,
}) => {
  const { id } = await request(world, ['bob', 'carl', 'dora', 'emil']);
  await rates(world);
  await loginAs(page, world, 'anna');
  await page.setViewportSize(VIEWPORTS.phone);
  await page.goto(`/compare/${id}`);
  const head = table(page).getByRole('rowheader', { name: 'Price as written' });
  await expect(head).toBeVisible();
  await expectNoSidewaysScroll(page);
  const before = await head.boundingBox();
  // Whoever uses the keyboard comes to the last column, which scrolls into sight.
  await suppliers(page).last().focus();
  await expect(suppliers(page).last()).toBeInViewport();
  expect((await head.boundingBox())?.x).toBe(before?.x);
  // Head and body scroll as one, whichever of them is moved.
  const left = (part: string) =>
    table(page)
      .locator(part)
      .evaluate((element) => Math.round(element.scrollLeft));
  await expect.poll(() => left('tbody')).toBeGreaterThan(100);
  expect(await left('thead')).toBe(await left('tbody'));
  await table(page)
    .locator('tbody')
    .evaluate((element) => element.scrollTo(60, 0));
  await expect.poll(() => left('thead')).toBe(60);
  // On a low screen each row of the head does.
  await page.setViewportSize({ ...VIEWPORTS.phone, height: 500 });
  for (const row of [1, 2, 3]) await expect.poll(() => left(`thead tr:nth-child(${row})`)).toBe(60);
  await table(page)
    .locator('tbody')
    .evaluate((element) => element.scrollTo(30, 0));
  for (const row of [1, 2, 3]) await expect.poll(() => left(`thead tr:nth-child(${row})`)).toBe(30);
  await page.setViewportSize(VIEWPORTS.phone);
  await expect.poll(() => left('thead')).toBe(30);
  // Only the part below the finger stops at the columns.
  await table(page).locator('tbody').dispatchEvent('touchstart');
  await expect(table(page).locator('tbody')).toHaveCSS('scroll-snap-type', 'x mandatory');
  await expect(table(page).locator('thead')).toHaveCSS('scroll-snap-type', 'none');
  await table(page).locator('thead th').first().dispatchEvent('touchstart');
  await expect(table(page).locator('thead')).toHaveCSS('scroll-snap-type', 'x mandatory');
  await expect(table(page).locator('tbody')).toHaveCSS('scroll-snap-type', 'none');
  await table(page).locator('thead th').first().dispatchEvent('wheel');
  await expect(table(page).locator('thead')).toHaveCSS('scroll-snap-type', 'none');
  // The decisions stay in sight where the screen is high enough.
  await table(page).locator('tbody tr').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Accept' }).first()).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page);
});

test('[A618] two suppliers stand side by side on a phone, with their names, figures and decisions in view', async ({
  page,
  world,
}) => {
  const { id } = await request(world, ['dora', 'carl', 'fred']);
  await rates(world);
  await loginAs(page, world, 'anna');
  await page.setViewportSize(VIEWPORTS.phone);
  await page.goto(`/compare/${id}`);
  await expect(suppliers(page)).toHaveText(['fred', 'carl', 'dora']);
  await expect(cellOf(page, 'unitPrice', 2)).toContainText('≈ 5,890 USD');
  const frame = await table(page).boundingBox();
  const right = (frame?.x ?? 0) + (frame?.width ?? 0);
  const third = await cellOf(page, 'price', 2).boundingBox();
  expect(right - (third?.x ?? right)).toBeGreaterThanOrEqual(20);
  // The whole content of each cell in the first two columns, and whatever is cut off in it.
  const cut = await table(page)
    .locator('tr')
    .evaluateAll(
      (rows, edge) =>
        rows.flatMap((row) =>
          [...row.children].slice(1, 3).flatMap((cell) => {
            const content = document.createRange();
            content.selectNodeContents(cell);
            const isIn = [...content.getClientRects()].every((box) => box.right <= edge + 1);
            const isWhole = [cell, ...cell.querySelectorAll('*')].every(
              ({ scrollWidth, clientWidth }) => clientWidth <= 1 || scrollWidth <= clientWidth + 1,
            );
            return isIn && isWhole ? [] : [cell.textContent];
          }),
        ),
      right,
    );
  expect(cut).toEqual([]);
  // A figure begins where the words of its column do.
  for (const row of ['unitPrice', 'total']) await expect(cellOf(page, row, 1)).toHaveCSS('text-align', 'start');
});

test('[A619] four quotes print on one landscape page with its date and rates', async ({ page, world }) => {
  const description = 'Cracked nuts, packed twice. '.repeat(18).slice(0, 500);
  const { id } = await request(world, ['bob', 'carl', 'dora', 'emil'], { product_match: 'different', description });
  await rates(world);
  await loginAs(page, world, 'anna');
  await page.goto(`/compare/${id}`);
  await expect(cellOf(page, 'unitPrice', 3)).toBeVisible();
  await expect(page.getByText('Exchange rates: ')).toBeVisible();
  const { pages, text } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(1);
  expect(pages[0]?.width).toBeGreaterThan(pages[0]?.height ?? 0);
  const today = new Date().toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  for (const part of [
    TITLE,
    'bob',
    'emil',
    'Price as written',
    '155.000 đ/kg',
    'Best unit price',
    'Exchange rates: 1 USD = 26,315.8 VND',
    `As of ${today}`,
  ]) {
    expect(text, part).toContain(part.replace(/\s+/g, ''));
  }
});
