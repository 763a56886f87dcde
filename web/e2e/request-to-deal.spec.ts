/** The whole way of a request: posted with a deadline and a drawing, asked about, quoted, revised, compared, awarded, printed. */
import type { Browser, Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { documentFile } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { readPdf } from './support/pdf-text.ts';
import { card } from './support/posts.ts';
import { fillQuote, quoteDialog, sendButton } from './support/quotes.ts';
import { expectToast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const TITLE = 'Cashew nuts W320';
/** What three suppliers offer, each in another currency and unit; bob's price comes down. */
const OFFERS = {
  bob: { Price: '6.20 USD/kg', 'Minimum quantity': '5 t', 'Delivery time': '4 weeks' },
  carl: { Price: '5,150 EUR/t', 'Minimum quantity': '10 t', 'Delivery time': '30 days' },
  dora: { Price: '149,000 VND/kg', 'Minimum quantity': '8 tons', 'Delivery time': '20 days' },
};

type Press = (page: Page, name: string | RegExp, within?: string) => Promise<void>;

const click: Press = (page, name, within) =>
  (within === undefined ? page : page.getByRole('dialog', { name: within })).getByRole('button', { name }).click();
/** The same by keyboard, as soon as the button takes it. */
const pressEnter: Press = async (page, name, within) => {
  const button = (within === undefined ? page : page.getByRole('dialog', { name: within })).getByRole('button', {
    name,
  });
  await expect(button).toBeEnabled();
  await button.press('Enter');
};

type Look = { size: { width: number; height: number }; colorScheme: 'light' | 'dark' };

async function asPerson(browser: Browser, world: World, name: string, { size, colorScheme }: Look): Promise<Page> {
  const page = await openPage(browser, world, name);
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  return page;
}

for (const [what, look, press] of [
  ['1440 px', { size: VIEWPORTS.desktop, colorScheme: 'light' }, click],
  ['390 px, dark', { size: VIEWPORTS.phone, colorScheme: 'dark' }, click],
  ['1440 px, dark, by keyboard', { size: VIEWPORTS.desktop, colorScheme: 'dark' }, pressEnter],
] as const) {
  test(`[A604,A605,A608,A614,A619,A620,A621,A623] a request goes from a deadline to a deal, at ${what}`, async ({
    page,
    world,
    browser,
  }) => {
    test.slow();
    await world.sql(`insert into public.exchange_rates (currency, day, usd_per_unit, source)
      values ('EUR', current_date - 1, 1.16, 'Admin'), ('VND', current_date - 1, 0.000038, 'Admin')`);
    await page.setViewportSize(look.size);
    await page.emulateMedia({ colorScheme: look.colorScheme });
    await loginAs(page, world, 'anna');

    await test.step('anna posts a request with quantity, deadline and a drawing', async () => {
      await page.goto('/');
      await press(page, 'Post a purchase request now!');
      const dialog = page.getByRole('dialog', { name: /Purchase Request$/ });
      const field = (label: string) => dialog.getByLabel(new RegExp(`^${label}`));
      await field('Title').fill(TITLE);
      await field('Description').fill('Vacuum packed, crop of this year');
      await dialog.getByRole('combobox', { name: 'Category' }).fill('Food');
      await page.getByRole('option', { name: /^Food/ }).first().click();
      await field('Country').fill('Germany');
      await field('Delivery address').fill('Dock 4, Hamburg');
      await field('Quantity').fill('20');
      await dialog.getByLabel('Unit', { exact: true }).fill('ton');
      await field('Quotes until').fill(
        await page.evaluate(() => {
          const at = new Date(Date.now() + 5.5 * 86_400_000);
          return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
        }),
      );
      await dialog.locator('input[type=file][aria-label=Documents]').setInputFiles([documentFile('drawing.pdf')]);
      await expect(dialog.getByText('drawing.pdf')).toBeVisible();
      await press(page, 'Post request', 'Purchase Request');
      await expectToast(page, 'Success');
      await expect(card(page, TITLE).getByText('closes in 5 d')).toBeVisible();
      await expectNoSidewaysScroll(page);
    });
    const [post] = await world.sql<{ id: number }>('select id::int from public.posts where title = $1', [TITLE]);
    const address = `/post/x-${post?.id}`;

    const suppliers: Record<string, Page> = {};
    await test.step('three suppliers quote in USD, EUR and VND; one asks before, and anna answers', async () => {
      for (const [name, offer] of Object.entries(OFFERS)) {
        const supplier = await asPerson(browser, world, name, look);
        suppliers[name] = supplier;
        await supplier.goto(address);
        if (name === 'carl') {
          await press(supplier, 'Ask a question');
          await supplier.getByRole('textbox', { name: 'Your question' }).fill('Which crop?');
          await press(supplier, /^Ask$/);
          await expectToast(supplier, 'Question sent');
        }
        await press(supplier, 'Quotation');
        await fillQuote(supplier, offer);
        await expect(
          quoteDialog(supplier)
            .getByText(/^We read/)
            .first(),
        ).toBeVisible();
        await sendButton(supplier).click();
        await expectToast(supplier, 'Quote submitted');
      }
      await page.goto(address);
      await press(page, 'Answer: Which crop?');
      await page.getByRole('textbox', { name: 'Your answer' }).fill('This year only.');
      await press(page, 'Post answer');
      await expectToast(page, 'Answer posted');
    });

    await test.step('bob revises his price, and anna is told', async () => {
      await world.sql(`update public.quotes set created_at = created_at - interval '1 hour'`);
      const [quote] = await world.sql<{ id: number }>('select min(id)::int as id from public.quotes');
      const bob = suppliers['bob'];
      if (!bob) throw new Error('bob has no page');
      await bob.goto(`/my-quotes?quote=${quote?.id}&view=history`);
      await press(bob, 'Revise');
      const form = bob.getByRole('dialog', { name: /Revise/ });
      await form.getByRole('textbox', { name: 'Price', exact: true }).fill('5.60 USD/kg');
      await form.locator('button[type="submit"]').click();
      await expect(bob.getByRole('row', { name: 'Price 6.20 USD/kg 5.60 USD/kg' })).toBeVisible();
      await page.reload();
      await press(page, /^Notifications/);
      await expect(page.getByText(/^bob revised the quote on/).first()).toBeVisible();
    });

    const table = page.getByRole('table', { name: `Quotes on ${TITLE}` });
    const statuses = table.locator('tr[data-row="status"] td');
    await test.step('anna compares, shortlists two and accepts one', async () => {
      await page.goto(`/compare/${post?.id}`);
      await expect(table.getByRole('columnheader').locator('a')).toHaveText(['dora', 'carl', 'bob']);
      await expect(table.locator('tr[data-row="unitPrice"] td').nth(2)).toContainText('Best unit price');
      for (const [name, column] of [
        ['bob', 2],
        ['dora', 0],
      ] as const) {
        const group = page.getByRole('group', { name: `Decision on the quote of ${name}` });
        await group.getByRole('button', { name: `More actions for ${name}` }).press('Enter');
        await page.getByRole('menuitem', { name: 'Shortlist' }).press('Enter');
        // A menu that closes takes the focus back to its button.
        await expect(statuses.nth(column)).toHaveText('Shortlisted');
      }
      await expect(statuses).toHaveText(['Shortlisted', 'Pending', 'Shortlisted']);
      await page
        .getByRole('group', { name: 'Decision on the quote of bob' })
        .getByRole('button', { name: 'Accept' })
        .press('Enter');
      await press(page, 'Accept quote', 'Accept this quote?');
      await expect(statuses).toContainText(['Accepted', 'Declined', 'Declined']);
      await expectNoSidewaysScroll(page);
    });

    await test.step('prints the table', async () => {
      const { text } = await readPdf(await page.pdf({ preferCSSPageSize: true }));
      for (const part of ['dora', 'carl', 'bob', '5.60USD/kg', 'Accepted']) expect(text).toContain(part);
    });

    await test.step('the others read why, and a fourth comes too late', async () => {
      const carl = suppliers['carl'];
      if (!carl) throw new Error('carl has no page');
      await carl.goto('/my-quotes');
      await press(carl, /^Notifications/);
      await expect(
        carl.getByText(`Your quote on "${TITLE}" was declined: Another supplier was chosen`).first(),
      ).toBeVisible();
      const late = await asPerson(browser, world, 'emil', look);
      await late.goto(address);
      const quotation = late.getByRole('button', { name: 'Quotation' });
      await expect(quotation).toHaveAttribute('aria-disabled', 'true');
      await expect(late.getByText('Closed: awarded').first()).toBeVisible();
      for (const each of [late, ...Object.values(suppliers)]) await each.context().close();
    });
  });
}
