/** After Accept: both parties read how to reach each other, print a summary of the deal, and are asked for a review later. */
import type { Locator, Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { readPdf } from './support/pdf-text.ts';
import { createQuote } from './support/quotes.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const TITLE = 'Cashew nuts W320';

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Quote', exact: true });
const nextStep = (page: Page): Locator => drawer(page).getByRole('region', { name: 'Next step' });

/** A quote of bob on a request of anna; bob's profile has everything, anna's only what everybody has. */
async function quoteOfBob(world: World): Promise<number> {
  const [anna, bob] = [await world.person('anna'), await world.person('bob')];
  await world.sql(
    `update public.accounts set first_name = 'Bình', last_name = 'Trần', phone_number = '+84 (90) 123-4567', address = '7 Le Loi, Da Nang', organization = 'Bob Foods Ltd', tax_code = '0301234567' where profile_id = $1`,
    [bob.id],
  );
  await world.sql(`update public.profiles set company_name = 'Bob Foods' where id = $1`, [bob.id]);
  const request = { quantity: 20, unit: 'ton', incoterm: 'DAP', delivery_address: 'Dock 4', area: 'Hamburg' };
  const post = await world.createPost(anna, { title: TITLE, country: 'de', port: 'Hamburg', ...request });
  return createQuote(bob, post.id, { price_text: '5.60 USD/kg', delivery_time: '4 weeks' });
}

const accept = (world: World, quoteId: number, daysAgo = 0) =>
  world.sql(
    `update public.quotes set status = 'accepted', changed_at = now() - make_interval(days => $1) where id = $2`,
    [daysAgo, quoteId],
  );

test('both parties of an accepted quote read how to reach each other', async ({ page, world, browser, context }) => {
  await context.grantPermissions(['clipboard-write']);
  const quoteId = await quoteOfBob(world);
  // The deal is about the quantity that its supplier read.
  await world.sql('update public.posts set quantity = 1000');
  const { email } = await loginAs(page, world, 'anna');
  await page.goto(`/account?tab=quotes&quote=${quoteId}`);
  await expect(drawer(page).getByText('Total for 20 t', { exact: true })).toBeVisible();
  await expect(nextStep(page)).toBeHidden();
  await drawer(page).getByRole('button', { name: 'Accept', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Accept this quote?' });
  await expect(question.getByText('Total for 20 t', { exact: true })).toBeVisible();
  await expect(question.getByText('112,000 USD', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Accept quote' }).click();
  await expectToast(page, 'Quote accepted');

  await test.step('the buyer reads company, person, phone and address of the supplier', async () => {
    const bob = await world.person('bob');
    await expect(nextStep(page).getByRole('link', { name: bob.email })).toHaveAttribute('href', `mailto:${bob.email}`);
    await expect(nextStep(page).getByRole('link', { name: '+84 (90) 123-4567' })).toHaveAttribute(
      'href',
      'tel:+84901234567',
    );
    for (const text of ['Bob Foods', 'Bình Trần', '7 Le Loi, Da Nang', '0301234567', 'Dock 4, Hamburg, Germany', 'DAP'])
      await expect(nextStep(page).getByText(text, { exact: true })).toBeVisible();
    await expect(nextStep(page).getByText(/has not filled in/)).toBeHidden();
    await nextStep(page).getByRole('button', { name: 'Copy' }).click();
    await expect(nextStep(page).getByText('Copied')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('the supplier reads the same of the buyer, and what their profile lacks, on a phone', async () => {
    const bobs = await openPage(browser, world, 'bob');
    await bobs.setViewportSize(VIEWPORTS.phone);
    await bobs.goto(`/my-quotes?quote=${quoteId}`);
    await expect(nextStep(bobs).getByRole('link', { name: email })).toBeVisible();
    await expect(nextStep(bobs).getByText('anna has not filled in: ', { exact: false })).toContainText('Phone number');
    await expectNoSidewaysScroll(bobs);
    await expectAccessible(bobs);
    await bobs.context().close();
  });

  await test.step('contact data that cannot be read say so and can be asked for again', async () => {
    await page.route('**/rpc/deal_of_quote*', (route) => route.fulfill({ status: 500, json: { message: 'Down' } }));
    await page.reload();
    await expect(drawer(page).getByText('Failed to load contact data')).toBeVisible();
    await page.unroute('**/rpc/deal_of_quote*');
    await drawer(page).getByRole('button', { name: 'Retry' }).click();
    await expect(nextStep(page).getByText('Bob Foods', { exact: true })).toBeVisible();
  });
});

for (const [language, texts] of [
  ['en', ['Deal summary', 'Buyer', '5.60 USD/kg', 'Total for 20 t', '112,000 USD', 'Incoterm', 'Accepted on']],
  [
    'vi',
    [
      'Tóm tắt giao dịch',
      'Người mua',
      '5,60 USD/kg',
      'Tổng cho 20 t',
      '112.000 USD',
      'Điều kiện giao hàng',
      'Chấp nhận',
    ],
  ],
] as const) {
  test(`a deal prints on one A4 page with both parties and its terms, in ${language}`, async ({ page, world }) => {
    const quoteId = await quoteOfBob(world);
    await accept(world, quoteId);
    const [anna, bob] = [await world.person('anna'), await loginAs(page, world, 'bob')];
    await page.goto(`/my-quotes?quote=${quoteId}`);
    await drawer(page).getByRole('link', { name: 'Deal summary' }).click();
    await expect(page).toHaveURL(`/deal/${quoteId}`);
    await page.goto(`/deal/${quoteId}?lang=${language}`);
    await expect(page.getByRole('heading', { name: texts[0] })).toBeVisible();
    await expectAccessible(page);
    const ways = page.getByRole('main').getByRole('link');
    await expect(ways.filter({ hasText: TITLE })).toHaveAttribute('href', /^\/post\//);
    for (const view of ['', '&view=messages'])
      await expect(ways.and(page.locator(`[href="/my-quotes?quote=${quoteId}${view}"]`))).toBeVisible();
    const { pages, text } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
    expect(pages).toHaveLength(1);
    expect(Math.round(pages[0]?.width ?? 0)).toBe(595);
    for (const part of [TITLE, anna.email, bob.email, '4 weeks', 'Dock 4', 'Bob Foods', ...texts])
      expect(text, part).toContain(part.replace(/\s+/g, ''));
  });
}

test('a deal is not available to others, nor while its quote is not accepted', async ({ page, world, browser }) => {
  const quoteId = await quoteOfBob(world);
  await loginAs(page, world, 'anna');
  await page.goto(`/deal/${quoteId}`);
  await expect(page.getByRole('heading', { name: 'This deal is not available' })).toBeVisible();
  await accept(world, quoteId);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Deal summary' })).toBeVisible();
  const carls = await openPage(browser, world, 'carl');
  await carls.goto(`/deal/${quoteId}`);
  await expect(carls.getByRole('heading', { name: 'This deal is not available' })).toBeVisible();
  await carls.context().close();
});

test('a review is asked for once the delivery time of a deal has passed, until it is written', async ({
  page,
  world,
}) => {
  const question = 'How was the deal with bob?';
  const quoteId = await quoteOfBob(world);
  await accept(world, quoteId, 27);
  await loginAs(page, world, 'anna');
  await page.goto(`/account?tab=quotes&quote=${quoteId}`);
  await expect(drawer(page).getByRole('button', { name: 'Write a review' })).toBeEnabled();
  await expect(page.getByText(question)).toHaveCount(0);

  await accept(world, quoteId, 28);
  await page.goto('/account');
  await expect(page.getByText(question)).toBeVisible();
  await page.getByRole('button', { name: 'Write a review' }).click();
  await expect(drawer(page).getByText(question)).toBeVisible();
  await drawer(page).getByRole('button', { name: 'Write a review' }).click();
  const form = page.getByRole('dialog', { name: 'Review bob' });
  await form.getByRole('radio', { name: '5 stars', exact: true }).check({ force: true });
  await form.getByLabel(/^Comment/).fill('On time, as agreed.');
  await form.getByRole('button', { name: 'Submit review' }).click();
  await expectToast(page, 'Review submitted');
  await expect(page.getByText(question)).toHaveCount(0);
});
