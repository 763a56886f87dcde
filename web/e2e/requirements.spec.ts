import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expectFieldError } from './support/fields.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card, menuButton } from './support/posts.ts';
import { createQuote, fillQuote, quoteDialog, sendButton } from './support/quotes.ts';
import { expectToast, toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: /Purchase Request$/ });
const field = (page: Page, label: string) => dialog(page).getByLabel(new RegExp(`^${label}`));
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Post request' });
const chips = (page: Page, title: string) =>
  card(page, title).getByRole('list', { name: 'Requirements' }).getByRole('listitem');
const quotation = (page: Page, title: string) => card(page, title).getByRole('button', { name: 'Quotation' });

/** A moment as `<input type="datetime-local">` wants it, so many days from now. */
async function localIn(page: Page, days: number): Promise<string> {
  return page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead * 86_400_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, days);
}

async function choose(page: Page, label: string, search: string, option: string): Promise<void> {
  await dialog(page).getByRole('combobox', { name: label }).fill(search);
  await page.getByRole('option', { name: option }).click();
}

async function fillGiven(page: Page): Promise<void> {
  await field(page, 'Title').fill('Steel');
  await field(page, 'Description').fill('Cold-rolled sheet');
  await choose(page, 'Category', 'Industrial', 'Industrial');
  await field(page, 'Country').fill('Vietnam');
  await field(page, 'Delivery address').fill('1 Le Loi');
}

test.describe('the requirements of a request', () => {
  test('a deadline without its time is not sent as none', async ({ page, world }) => {
    await loginAs(page, world, 'anna');
    await page.goto('/');
    await page.getByRole('button', { name: 'Post a purchase request now!' }).click();
    await fillGiven(page);
    await field(page, 'Quotes until').click();
    await page.keyboard.type('12152026');
    await send(page).click();
    await expectFieldError(field(page, 'Quotes until'), 'Enter the whole date, or clear it');
    await expect(field(page, 'Quotes until')).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Clear quotes until' }).click();
    await field(page, 'Quotes until').fill(await localIn(page, 3));
    await send(page).click();
    await expect(card(page, 'Steel')).toBeVisible();
    const stored = await world.sql('select quote_deadline is not null as is_given from public.posts');
    expect(stored).toEqual([{ is_given: true }]);
  });

  test('the requirements of a request are optional, validated at their fields, and shown on card and page [A620]', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'anna');
    await page.goto('/');
    await page.getByRole('button', { name: 'Post a purchase request now!' }).click();
    await fillGiven(page);

    await test.step('they stand open, between what is needed and where', async () => {
      await expect(dialog(page).getByRole('heading', { level: 3 })).toHaveText([
        'What you need',
        'How much and when (optional)',
        'Where',
      ]);
      await expect(field(page, 'Quantity')).toBeVisible();
      await expectAccessible(page, '[role="dialog"]');
    });

    await test.step('clear messages stand at the fields', async () => {
      for (const quantity of ['0', '-2', '1e30', 'many']) {
        await field(page, 'Quantity').fill(quantity);
        await send(page).click();
        await expectFieldError(field(page, 'Quantity'), 'Quantity must be more than 0 and at most 1,000,000,000,000');
      }
      await field(page, 'Quantity').fill('12.000');
      await send(page).click();
      await expectFieldError(field(page, 'Quantity'), 'Do you mean 12 or 12,000?');
      await field(page, 'Quantity').fill('4 080 000');
      await expect(dialog(page).getByText('We read: 4,080,000')).toBeVisible();
      await field(page, 'Quantity').fill('1,250.5');
      await field(page, 'Unit').fill('me@example.com');
      await page.keyboard.press('Escape');
      await field(page, 'Target price').fill('650');
      await send(page).click();
      await expectFieldError(field(page, 'Unit'), 'Email addresses are not allowed in this field');
      await expectFieldError(
        dialog(page).getByRole('combobox', { name: 'Currency' }),
        'Please select a currency for the target price',
      );
      await field(page, 'Unit').fill('ton');
      await choose(page, 'Currency', 'USD', 'USD · US Dollar');
    });

    await test.step('the server decides whether a deadline lies ahead, and says so at the field', async () => {
      await field(page, 'Quotes until').fill(await localIn(page, -1));
      await send(page).click();
      await expectFieldError(field(page, 'Quotes until'), 'The deadline is in the past');
      await field(page, 'Quotes until').fill(await localIn(page, 400));
      await send(page).click();
      await expectFieldError(field(page, 'Quotes until'), 'The deadline must be within a year');
      await expect(field(page, 'Title')).toHaveValue('Steel');
    });

    await test.step('being needed before the deadline is a warning, not a refusal', async () => {
      await field(page, 'Quotes until').fill(await localIn(page, 3.5));
      await field(page, 'Needed by').fill((await localIn(page, 2)).slice(0, 10));
      await expect(dialog(page).getByText('You need it before the deadline for quotes')).toBeVisible();
      await dialog(page).getByRole('combobox', { name: 'Incoterm' }).click();
      await page.getByRole('option', { name: 'FOB' }).click();
      await expect
        .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })), { message: 'the draft is kept' })
        .toContain('FOB');
      await page.reload();
      await page.getByRole('button', { name: 'Post a purchase request now!' }).click();
      await expect(field(page, 'Quantity'), 'what was typed survives a reload').toHaveValue('1,250.5');
      await expect(dialog(page).getByText('Draft restored')).toBeVisible();
      await send(page).click();
      await expect(toast(page)).toContainText('Your post has been created successfully!');
    });

    await test.step('the card says them in one line, the page with their names', async () => {
      await expect(chips(page, 'Steel')).toHaveText([
        '1,250.5 tons',
        'target 650 USD',
        /^by \w+ \d+/,
        'FOB · Vietnam',
        'closes in 3 d',
      ]);
      await expectAccessible(page);
      await card(page, 'Steel').getByRole('link', { name: 'Steel' }).click();
      for (const name of ['Quantity', 'Target price', 'Needed by', 'Incoterm', 'Quotes until'])
        await expect(card(page, 'Steel').getByRole('term').filter({ hasText: name })).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('editing begins with them, open, and saves them as they were', async () => {
      const [before] = await world.sql('select quote_deadline::text, quantity::text from public.posts');
      await page.getByRole('button', { name: /^Edit/ }).click();
      await expect(field(page, 'Quantity')).toHaveValue('1250.5');
      await dialog(page).getByRole('button', { name: 'Save changes' }).click();
      await expect(toast(page)).toContainText('Your post has been updated successfully!');
      expect(await world.sql('select quote_deadline::text, quantity::text from public.posts')).toEqual([before]);
    });
  });

  test('a post without requirements has only its place in the line of facts, on every width [A620]', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Rice' });
    await world.createPost(anna, {
      title: 'Steel',
      quantity: 20,
      unit: 'tons of the finest',
      needed_by: `${new Date().getFullYear() + 2}-12-15`,
    });
    await page.goto('/');
    for (const viewport of Object.values(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expect(chips(page, 'Steel')).toHaveText(['20 tons of the finest', /^by Dec 15, 20/, 'Vietnam']);
      await expect(chips(page, 'Rice')).toHaveText(['Vietnam']);
      await expectNoSidewaysScroll(page);
    }
  });
});

test.describe('the end of a request', () => {
  test('the button says why nothing can be sent, and turns by itself when the deadline passes [A621]', async ({
    page,
    world,
  }) => {
    await page.clock.install();
    const anna = await world.person('anna');
    await world.createPost(anna, { title: 'Steel', quote_deadline: new Date(Date.now() + 3_600_000).toISOString() });
    const closed = await world.createPost(anna, { title: 'Rice' });
    await anna.client.rpc('close_post', { post_id: closed.id, reason: 'awarded' });
    await loginAs(page, world, 'bob');
    await page.goto('/');
    await expect(chips(page, 'Rice')).toHaveText(['Vietnam', 'Closed: awarded']);

    await test.step('the reason is read by mouse, keyboard and screen reader', async () => {
      const reason = 'No quotes can be sent any more. Closed: awarded.';
      await expect(quotation(page, 'Rice')).toBeDisabled();
      await expect(quotation(page, 'Rice')).toHaveAccessibleDescription(reason);
      await quotation(page, 'Rice').focus();
      await expect(page.getByRole('tooltip', { name: reason })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(quoteDialog(page)).toHaveCount(0);
      await page.keyboard.press('Tab');
      await expectAccessible(page, 'main');
    });

    await test.step('what is typed when the deadline passes is kept', async () => {
      await quotation(page, 'Steel').click();
      await fillQuote(page);
      await world.sql(`update public.posts set quote_deadline = now() where title = 'Steel'`);
      await sendButton(page).click();
      await expectToast(page, 'Error submitting quote', 'This request is closed', 'destructive');
      await expect(quoteDialog(page).getByRole('textbox', { name: 'Price' })).toHaveValue('2.40 USD/kg');
      await page.keyboard.press('Escape');
      await expect(chips(page, 'Steel'), 'the card has learned of it').toHaveText(['Vietnam', 'Deadline passed']);
      await expect(quotation(page, 'Steel')).toBeDisabled();
    });

    await test.step('the card turns by itself', async () => {
      await world.sql(`update public.posts set quote_deadline = now() + interval '1 hour' where title = 'Steel'`);
      await page.reload();
      await expect(chips(page, 'Steel')).toHaveText(['Vietnam', /^only (\d+ min|1 h) left$/]);
      await expect(quotation(page, 'Steel')).toBeEnabled();
      await page.clock.fastForward('01:00:01');
      await expect(quotation(page, 'Steel')).toBeDisabled();
      await expect(chips(page, 'Steel')).toHaveText(['Vietnam', 'Deadline passed']);
    });
  });

  test('the owner closes and re-opens in the panel of the quotes; the menu of the card is as before [A622]', async ({
    page,
    world,
  }) => {
    const anna = await loginAs(page, world, 'anna');
    const post = await world.createPost(anna, { title: 'Steel' });
    await createQuote(await world.person('bob'), post.id);
    await page.goto('/account');
    await card(page, 'Steel').getByRole('button', { name: 'Quotes received (1)' }).click();

    await test.step('the menu', async () => {
      await menuButton(card(page, 'Steel')).click();
      await expect(page.getByRole('menuitem')).toHaveText(['Hide', 'Delete']);
      await page.keyboard.press('Escape');
    });

    await test.step('closing asks why', async () => {
      await expect(page.getByText('Open for quotes', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Close request' }).click();
      const closing = page.getByRole('dialog', { name: 'Close request' });
      await closing.getByRole('button', { name: 'Close request' }).click();
      await expect(closing.getByText('Please choose a reason')).toBeVisible();
      await expectAccessible(page, '[role="dialog"]');
      await closing.getByRole('radio', { name: 'Found elsewhere' }).check();
      await closing.getByRole('button', { name: 'Close request' }).click();
      await expectToast(page, 'Request closed');
      await expect(page.getByText('Closed: found elsewhere, on')).toBeVisible();
      await expect(chips(page, 'Steel')).toHaveText(['Vietnam', 'Closed: found elsewhere']);
    });

    await test.step('re-opening needs a new deadline only where one has passed', async () => {
      await page.goto(`/post/steel-${post.id}`);
      await page.getByRole('button', { name: 'Re-open request' }).click();
      const reopening = page.getByRole('dialog', { name: 'Re-open request' });
      await reopening.getByRole('button', { name: 'Re-open request' }).click();
      await expectToast(page, 'Request re-opened');
      await expect(page.getByText('Open for quotes', { exact: true })).toBeVisible();

      await world.sql('update public.posts set quote_deadline = now()');
      await page.reload();
      await expect(page.getByText('Deadline passed, on')).toBeVisible();
      await page.getByRole('button', { name: 'Re-open request' }).click();
      const deadline = reopening.getByLabel('New deadline for quotes');
      await reopening.getByRole('button', { name: 'Re-open request' }).click();
      await expectFieldError(deadline, 'Please choose until when suppliers may quote');
      await deadline.fill(await localIn(page, -1));
      await reopening.getByRole('button', { name: 'Re-open request' }).click();
      await expectFieldError(deadline, 'The deadline is in the past');
      await expectAccessible(page, '[role="dialog"]');
      await deadline.fill(await localIn(page, 7));
      await reopening.getByRole('button', { name: 'Re-open request' }).click();
      await expectToast(page, 'Request re-opened');
      await expect(page.getByText('Open for quotes until')).toBeVisible();
      await expectAccessible(page);
    });
  });
});
