/** What one unit costs by a quote is one number, wherever its buyer reads it. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { createQuote, openQuoteDialog, quoteDialog, quoteField } from './support/quotes.ts';

const CHAIRS = 'Solid oak chairs';
const SHOW = 'Tickets of a trade show';

const row = (page: Page, quoteId: number): Locator => page.locator(`tr[data-quote="${quoteId}"]`);
const card = (page: Page, supplier: string): Locator => page.getByRole('article', { name: `Quote from ${supplier}` });
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Quote', exact: true });
const unitPrices = (page: Page): Locator => page.locator('tr[data-row="unitPrice"] td');

test('list, cards, drawer and deal show the unit price of the comparison', async ({ page, world, browser }) => {
  const [anna, bob, carl] = [await world.person('anna'), await world.person('bob'), await world.person('carl')];
  await world.sql(`insert into public.exchange_rates (currency, day, usd_per_unit, source)
    values ('EUR', current_date - 1, 1.16, 'Admin'), ('VND', current_date - 1, 0.000038, 'Admin')`);
  const target = { target_price: 50, target_currency: 'EUR' };
  const chairs = await world.createPost(anna, { title: CHAIRS, quantity: 2400, unit: 'piece', ...target });
  const show = await world.createPost(anna, { title: SHOW, quantity: 340, unit: 'entries' });
  const quotes = {
    dozen: await createQuote(bob, chairs.id, { price_text: '642 EUR/dozen', currency: 'EUR' }),
    dollars: await createQuote(carl, chairs.id, { price_text: '58 USD/piece' }),
    container: await createQuote(await world.person('dora'), chairs.id, { price_text: '9000 USD/40ft' }),
    dong: await createQuote(bob, show.id, { price_text: '1,160,000 VND/entry', currency: 'VND' }),
    usual: await createQuote(carl, show.id, { price_text: '50 USD/entry' }),
  };
  await loginAs(page, world, 'anna');

  await test.step('the comparison', async () => {
    await page.goto(`/compare/${chairs.id}`);
    await expect(unitPrices(page)).toContainText(['Not comparable', '≈ 50.00 EUR', '53.50 EUR']);
    await expect(page.getByText('Exchange rates: 1 EUR = 1.16 USD (')).toBeVisible();
    await page.goto(`/compare/${show.id}`);
    await expect(unitPrices(page)).toContainText(['50.00 USD', '≈ 44.08 USD']);
    await expect(page.getByText('Exchange rates: 1 USD = 26,315.8 VND (')).toBeVisible();
  });

  await test.step('the received quotes', async () => {
    await page.goto('/account?tab=quotes');
    await expect(row(page, quotes.dozen)).toContainText('642 EUR/dozen= 53.50 EUR per piece');
    await expect(row(page, quotes.dollars)).toContainText('58 USD/piece≈ 50 EUR per piece');
    await expect(row(page, quotes.dong)).toContainText('1,160,000 VND/entry≈ 44.08 USD per entry');
    // As wanted already, or refused by the comparison.
    await expect(row(page, quotes.usual)).not.toContainText(/[=≈]/);
    await expect(row(page, quotes.container)).toContainText('9000 USD/40ft');
    await expect(row(page, quotes.container)).not.toContainText(/[=≈]/);
  });

  await test.step('cards and drawer', async () => {
    await page.goto(`/post/x-${chairs.id}`);
    await expect(card(page, 'bob')).toContainText('= 53.50 EUR per piece');
    await expect(card(page, 'carl')).toContainText('≈ 50 EUR per piece');
    await expect(card(page, 'dora')).not.toContainText(/[=≈]/);
    await page.goto(`/post/x-${show.id}`);
    await expect(card(page, 'bob')).toContainText('≈ 44.08 USD per entry');
    await expect(card(page, 'carl')).not.toContainText(/[=≈]/);
    await page.goto(`/account?tab=quotes&quote=${quotes.dozen}`);
    await expect(drawer(page)).toContainText('= 53.50 EUR per piece');
    await expect(drawer(page)).toContainText('128,400 EUR');
  });

  await test.step('the deal, of which a supplier learns nothing about the others', async () => {
    await world.sql(`update public.quotes set status = 'accepted' where id in ($1, $2)`, [quotes.dozen, quotes.dong]);
    await page.goto(`/deal/${quotes.dong}`);
    const sheet = page.getByRole('article');
    await expect(sheet).toContainText('≈ 44.08 USD per entry');
    await expect(sheet).toContainText('≈ 14,987 USD');
    const supplier = await openPage(browser, world, 'bob');
    await supplier.goto(`/deal/${quotes.dozen}`);
    await expect(supplier.getByRole('article')).toContainText('= 53.50 EUR per piece');
    await supplier.goto(`/deal/${quotes.dong}`);
    await expect(supplier.getByRole('article')).toContainText('394,400,000 VND');
    await expect(supplier.getByRole('article')).not.toContainText(/[=≈]/);
  });
});

test('a supplier gives a price the unit of the request with one press', async ({ page, world }) => {
  await world.createPost(await world.person('anna'), { title: CHAIRS, quantity: 500, unit: 'ton' });
  await world.person('bob');
  await loginAs(page, world, 'bob');
  await openQuoteDialog(page, CHAIRS);
  await quoteField(page, 'Price').fill('1.9');
  await expect(quoteDialog(page).getByText(/^We read: 1.9 USD. Without a unit/)).toBeVisible();
  await expect(quoteDialog(page).getByText(/^Total for/)).toHaveCount(0);
  await quoteDialog(page).getByRole('button', { name: '1.9 USD per t' }).click();
  await expect(quoteField(page, 'Price')).toHaveValue('1.9/t');
  await expect(quoteField(page, 'Price')).toBeFocused();
  await expect(quoteDialog(page).getByText('Total for 500 tons: 950 USD')).toBeVisible();
  await expect(quoteDialog(page).getByRole('button', { name: '1.9 USD per t' })).toHaveCount(0);
});
