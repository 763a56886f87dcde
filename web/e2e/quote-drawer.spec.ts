import type { Locator, Page } from '@playwright/test';
import type { Person, World } from '../../supabase/tests/support/world.ts';
import { expectAccessible } from './support/axe.ts';
import { expectFieldError } from './support/fields.ts';
import { documentFile } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { recordedHighlights, recordHighlights } from './support/highlighted.ts';
import { loginAs } from './support/login-as.ts';
import { openPage } from './support/open-page.ts';
import { createQuote } from './support/quotes.ts';
import { hold } from './support/requests.ts';
import { expectToast, toast } from './support/toast.ts';
import { expectNoSidewaysScroll, VIEWPORTS } from './support/viewports.ts';

const TITLE = 'Cashew nuts W320';

const quoteCard = (page: Page, supplier: string): Locator =>
  page.getByRole('article', { name: `Quote from ${supplier}`, exact: true });
const drawer = (page: Page): Locator => page.getByRole('dialog', { name: 'Quote', exact: true });
/** Shows a part of the quote in its drawer. */
const openPart = (page: Page, name: 'Details' | 'History'): Promise<void> =>
  drawer(page).getByRole('tab', { name }).click();
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
const button = (within: Locator, name: string): Locator => within.getByRole('button', { name, exact: true });
const badge = (within: Locator, status: string): Locator => within.getByText(status, { exact: true }).first();
const rows = (page: Page): Locator => page.locator('tr[data-quote]');

/** Opens an own request with its quotes. */
async function openRequest(page: Page, postId: number): Promise<void> {
  await page.goto(`/post/${postId}`);
  await expect(page.getByRole('heading', { name: /^Quotes received/ })).toBeVisible();
}

/** A request of anna with a quote of each of these people. */
async function requestWithQuotes(world: World, ...suppliers: string[]) {
  const anna = await world.person('anna');
  const post = await world.createPost(anna, { title: TITLE });
  const quotes: Record<string, number> = {};
  for (const name of suppliers) quotes[name] = await createQuote(await world.person(name), post.id);
  return { anna, post, quotes };
}

/** Decides past the page. */
async function call(person: Person, name: 'shortlist_quote' | 'accept_quote' | 'withdraw_quote', args: object) {
  // Each function checks its own arguments.
  const { error } = await person.client.rpc(name, args as never);
  if (error) throw new Error(`${name}: ${error.message}`, { cause: error });
}

/** The quote was sent so long ago that a change of it counts. */
const ageQuote = (world: World, quoteId: number) =>
  world.sql(
    `update public.quotes set created_at = created_at - interval '1 hour', changed_at = changed_at - interval '1 hour',
       revised_at = revised_at - interval '1 hour' where id = $1`,
    [quoteId],
  );

test.describe('decisions of an owner', () => {
  test('an owner shortlists a quote and takes it back; the supplier is notified and sees the same status [A602,A603]', async ({
    page,
    world,
    browser,
  }) => {
    const { post, quotes } = await requestWithQuotes(world, 'bob');
    await loginAs(page, world, 'anna');
    await openRequest(page, post.id);
    const quote = quoteCard(page, 'bob');
    await expect(badge(quote, 'Pending')).toBeVisible();
    await button(quote, 'Shortlist').click();
    await expectToast(page, 'Quote shortlisted');
    await expect(badge(quote, 'Shortlisted')).toBeVisible();
    await expectAccessible(page);

    const bobsPage = await openPage(browser, world, 'bob', false);
    await recordHighlights(bobsPage);
    await test.step('the bell of the supplier leads to the quote, highlighted in the Quotes tab', async () => {
      await bobsPage.goto('/');
      await bobsPage.getByRole('button', { name: /^Notifications/ }).click();
      await bobsPage.getByText(`Your quote on "${TITLE}" was shortlisted`).click();
      await expect(bobsPage).toHaveURL(/\/account\?tab=quotes/);
      await expect.poll(() => recordedHighlights(bobsPage)).toContain(`quote ${quotes['bob']}`);
      await expect(badge(rows(bobsPage), 'Shortlisted')).toBeVisible();
    });

    await test.step('drawer and history say the same to both', async () => {
      await rows(bobsPage)
        .getByRole('button', { name: /^View quote/ })
        .click();
      await expect(badge(drawer(bobsPage), 'Shortlisted')).toBeVisible();
      await openPart(bobsPage, 'History');
      await expect(bobsPage).toHaveURL(/view=history/);
      await expect(drawer(bobsPage).getByText('anna put the quote on the shortlist')).toBeVisible();
      await expect(drawer(bobsPage).getByText('You sent the quote')).toBeVisible();
      await expectAccessible(bobsPage);

      await button(quote, 'Message').click();
      await expect(badge(drawer(page), 'Shortlisted')).toBeVisible();
      await openPart(page, 'History');
      await expect(drawer(page).getByText('You put the quote on the shortlist')).toBeVisible();
    });

    await test.step('and so does the request itself to its supplier', async () => {
      const another = await openPage(browser, world, 'bob');
      await another.goto(`/post/${post.id}`);
      await expect(another.getByText(/^You quoted on /)).toBeVisible();
      await expect(another.getByText('Shortlisted', { exact: true })).toBeVisible();
      await expectAccessible(another);
      await another.context().close();
    });

    await test.step('taken back in the drawer, the quote is pending again, also where the supplier has it open', async () => {
      await button(drawer(page), 'Remove from shortlist').click();
      await expectToast(page, 'Removed from the shortlist');
      await expect(badge(drawer(page), 'Pending')).toBeVisible();
      await expect(drawer(page).getByText('You took the quote off the shortlist')).toBeVisible();
      await expect(drawer(bobsPage).getByText('anna took the quote off the shortlist')).toBeVisible({
        timeout: 30_000,
      });
      await expect(button(drawer(bobsPage), 'Withdraw')).toBeVisible();
    });
    await bobsPage.context().close();
  });

  test(
    'an owner accepts a quote, closes the request with it, and every other supplier reads why [A604,A605]',
    { tag: '@firefox' },
    async ({ page, world, browser }) => {
      const { post, quotes } = await requestWithQuotes(world, 'bob', 'carl');
      await loginAs(page, world, 'anna');
      // What keeps the focus comes late, for somebody who is quick.
      const helpersCame = page.waitForResponse('**/quiet-helpers-*.js');
      const release = await hold(page, '**/quiet-helpers-*.js');
      await openRequest(page, post.id);

      await button(quoteCard(page, 'bob'), 'Accept').press('Enter');
      const asked = dialog(page, 'Accept this quote?');
      await expect(asked).toContainText('2.40 USD');
      release();
      await helpersCame;
      await expect(
        asked.getByRole('checkbox', { name: 'Close the request and tell the other suppliers' }),
      ).toBeChecked();
      await expectAccessible(page, '[role="dialog"]');
      await expect(asked.getByRole('checkbox')).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await expect(button(asked, 'Accept quote')).toBeFocused();
      await page.keyboard.press('Enter');
      await expectToast(page, 'Quote accepted', 'bob has been told');
      await expect(asked).toBeHidden();
      await expect(button(quoteCard(page, 'bob'), 'Cancel deal')).toBeFocused();
      await expect(badge(quoteCard(page, 'bob'), 'Accepted')).toBeVisible();
      await expect(badge(quoteCard(page, 'carl'), 'Declined')).toBeVisible();
      await expect(quoteCard(page, 'carl')).toContainText('Another supplier was chosen');
      await expect(quoteCard(page, 'carl')).toContainText('Open the request again to undo this.');

      const carlsPage = await openPage(browser, world, 'carl');
      await carlsPage.goto(`/my-quotes?quote=${quotes['carl']}`);
      await expect(badge(drawer(carlsPage), 'Declined')).toBeVisible();
      await expect(drawer(carlsPage).getByText('Another supplier was chosen').first()).toBeVisible();
      await expect(button(drawer(carlsPage), 'Revise')).toBeHidden();
      await carlsPage.context().close();
    },
  );

  test('an owner accepts several quotes of an open request; either party cancels a deal with a reason [A605,A609]', async ({
    page,
    world,
    browser,
  }) => {
    const { post, quotes } = await requestWithQuotes(world, 'bob', 'carl');
    await loginAs(page, world, 'anna');
    await openRequest(page, post.id);
    for (const supplier of ['bob', 'carl']) {
      await button(quoteCard(page, supplier), 'Accept').click();
      const asked = dialog(page, 'Accept this quote?');
      await asked.getByRole('checkbox').uncheck();
      await button(asked, 'Accept quote').click();
      await expect(badge(quoteCard(page, supplier), 'Accepted')).toBeVisible();
    }
    await test.step('a reason is required, and what was typed survives closing', async () => {
      await button(quoteCard(page, 'carl'), 'Cancel deal').click();
      const asked = dialog(page, 'Cancel this deal?');
      await button(asked, 'Cancel the deal').click();
      await expectFieldError(asked.getByRole('textbox', { name: 'Reason' }), 'Please say why');
      await asked.getByRole('textbox', { name: 'Reason' }).fill('The budget was cut.');
      await button(asked, 'Keep the deal').click();
      await expect(asked).toBeHidden();
      await button(quoteCard(page, 'carl'), 'Cancel deal').click();
      await expect(asked.getByRole('textbox', { name: 'Reason' })).toHaveValue('The budget was cut.');
      await button(asked, 'Cancel the deal').click();
      await expectToast(page, 'Deal cancelled');
      await expect(badge(quoteCard(page, 'carl'), 'Cancelled')).toBeVisible();
      await expect(quoteCard(page, 'carl')).toContainText('The budget was cut.');
    });

    await test.step('the supplier cancels as well', async () => {
      const bobsPage = await openPage(browser, world, 'bob');
      await bobsPage.goto(`/my-quotes?quote=${quotes['bob']}`);
      await button(drawer(bobsPage), 'Cancel deal').click();
      const asked = dialog(bobsPage, 'Cancel this deal?');
      await asked.getByRole('textbox', { name: 'Reason' }).fill('We are sold out.');
      await button(asked, 'Cancel the deal').click();
      await expect(badge(drawer(bobsPage), 'Cancelled')).toBeVisible();
      await bobsPage.context().close();
      await page.reload();
      await expect(quoteCard(page, 'bob')).toContainText('We are sold out.');
      await expect(button(quoteCard(page, 'bob'), 'Accept')).toBeHidden();
    });
  });

  test('an owner declines with a reason, which the supplier reads exactly, and undoes it, all by keyboard [A606]', async ({
    page,
    world,
    browser,
  }) => {
    const { post, quotes } = await requestWithQuotes(world, 'bob');
    await loginAs(page, world, 'anna');
    await openRequest(page, post.id);
    const quote = quoteCard(page, 'bob');
    const asked = dialog(page, 'Decline this quote');
    const words = asked.getByRole('textbox', { name: 'In your own words (optional)' });
    const reason = 'The price is too high: 2.10 would do.';

    await button(quote, 'Decline').focus();
    await page.keyboard.press('Enter');
    await expect(asked.getByRole('radio', { name: 'None of these' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(asked.getByRole('radio', { name: 'The price is too high' })).toBeChecked();
    await page.keyboard.press('Tab');
    await page.keyboard.type('2.10 would do.');
    await expect(asked.getByText(reason)).toBeVisible();
    await expectAccessible(page, '[role="dialog"]');

    await test.step('closing keeps what was typed and gives the focus back', async () => {
      await page.keyboard.press('Escape');
      await expect(asked).toBeHidden();
      await expect(button(quote, 'Decline')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(words).toHaveValue('2.10 would do.');
    });

    await test.step('a longer text is not sent', async () => {
      await words.evaluate((field) => field.removeAttribute('maxlength'));
      await words.fill('x'.repeat(301));
      await button(asked, 'Decline quote').click();
      await expectFieldError(words, 'At most 300 characters');
      await words.fill('2.10 would do.');
    });

    await words.press('Tab');
    await page.keyboard.press('Tab');
    await expect(button(asked, 'Decline quote')).toBeFocused();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Quote declined');
    await expect(badge(quote, 'Declined')).toBeVisible();
    await expect(quote.getByText(reason)).toBeVisible();

    const bobsPage = await openPage(browser, world, 'bob');
    await bobsPage.goto(`/my-quotes?quote=${quotes['bob']}`);
    await expect(drawer(bobsPage).getByText(`Reason: ${reason}`, { exact: true })).toBeVisible();
    await bobsPage.context().close();

    await test.step('the focus is at the decision that is left, which undoes it', async () => {
      await expect(button(quote, 'Undo')).toBeFocused();
      await page.keyboard.press('Enter');
      await expectToast(page, 'Decline undone');
      await expect(badge(quote, 'Pending')).toBeVisible();
      await expect(button(quote, 'Accept')).toBeFocused();
    });
  });

  test('a decision that a second tab or the other party has overtaken is reported, and the new state shown [A610,A611]', async ({
    page,
    world,
  }) => {
    const { post, quotes } = await requestWithQuotes(world, 'bob', 'carl');
    const bob = await world.person('bob');
    const anna = await loginAs(page, world, 'anna');
    await openRequest(page, post.id);

    await test.step('withdrawn while the owner read it', async () => {
      await button(quoteCard(page, 'bob'), 'Accept').click();
      await expect(dialog(page, 'Accept this quote?')).toBeVisible();
      await call(bob, 'withdraw_quote', { quote_id: quotes['bob'], reason: 'Sold out' });
      await button(dialog(page, 'Accept this quote?'), 'Accept quote').click();
      await expectToast(
        page,
        'Error accepting quote',
        'This quote is withdrawn, so it cannot be accepted',
        'destructive',
      );
      await expect(dialog(page, 'Accept this quote?')).toBeHidden();
      await expect(badge(quoteCard(page, 'bob'), 'Withdrawn')).toBeVisible();
      await expect(quoteCard(page, 'bob')).toContainText('Sold out');
    });

    await test.step('expired by the day of the server, whatever the day of the client', async () => {
      await button(quoteCard(page, 'carl'), 'Accept').click();
      await world.sql('update public.quotes set valid_until = private.today() - 1 where id = $1', [quotes['carl']]);
      await button(dialog(page, 'Accept this quote?'), 'Accept quote').click();
      await expect(toast(page)).toContainText(/This quote expired on /);
      await expect(badge(quoteCard(page, 'carl'), 'Expired')).toBeVisible();
      await expect(button(quoteCard(page, 'carl'), 'Accept')).toBeHidden();
      await world.sql('update public.quotes set valid_until = private.today() where id = $1', [quotes['carl']]);
      await page.reload();
      await expect(button(quoteCard(page, 'carl'), 'Accept')).toBeVisible();
    });

    await test.step('no connection: everything typed is still there, and sending again works', async () => {
      const asked = dialog(page, 'Decline this quote');
      await button(quoteCard(page, 'carl'), 'Decline').click();
      await asked.getByRole('textbox').fill('We bought elsewhere.');
      await page.route('**/rpc/decline_quote', (route) => route.abort());
      await button(asked, 'Decline quote').click();
      await expectToast(page, 'Error declining quote', 'No connection. What you typed is kept.', 'destructive');
      await expect(asked.getByRole('textbox')).toHaveValue('We bought elsewhere.');
      await page.unroute('**/rpc/decline_quote');
    });

    await test.step('an answer that got lost is no failure', async () => {
      const asked = dialog(page, 'Decline this quote');
      let isLost = false;
      await page.route('**/rpc/decline_quote', async (route) => {
        if (isLost || route.request().method() === 'OPTIONS') return route.continue();
        isLost = true;
        await route.fetch();
        return route.abort();
      });
      await button(asked, 'Decline quote').click();
      await expectToast(page, 'Quote declined');
      await expect(asked).toBeHidden();
      await expect(badge(quoteCard(page, 'carl'), 'Declined')).toBeVisible();
      await page.unroute('**/rpc/decline_quote');
    });

    await test.step('declined in one tab, undone in another: the first says so', async () => {
      const { error } = await anna.client.rpc('reopen_quote', { quote_id: quotes['carl'] ?? 0 });
      expect(error).toBeNull();
      await button(quoteCard(page, 'carl'), 'Undo').click();
      await expectToast(page, 'Error undoing the decline', undefined, 'destructive');
      await expect(badge(quoteCard(page, 'carl'), 'Pending')).toBeVisible();
    });

    await test.step('what the filter refuses is said at the reason', async () => {
      await page.route('**/rpc/decline_quote', (route) =>
        route.fulfill({
          status: 400,
          json: { code: 'PT400', message: 'Please use other words', details: JSON.stringify({ path: 'reason' }) },
        }),
      );
      const asked = dialog(page, 'Decline this quote');
      await button(quoteCard(page, 'carl'), 'Decline').click();
      await asked.getByRole('textbox').fill('Badword');
      await button(asked, 'Decline quote').click();
      await expectFieldError(asked.getByRole('textbox'), 'Please use other words');
    });
  });
});

test.describe('what a supplier does with a quote', () => {
  test('a supplier withdraws a quote: the closed conversation says why, and the next quote waits as before [A607]', async ({
    page,
    world,
  }) => {
    const { post, quotes } = await requestWithQuotes(world, 'bob');
    await loginAs(page, world, 'bob');
    await page.goto(`/my-quotes?quote=${quotes['bob']}&view=messages`);
    const field = drawer(page).getByRole('textbox', { name: 'Message' });
    await expect(field).toBeVisible();
    // A short conversation is as high as the drawer: the field is at its end.
    const below = async () => (page.viewportSize()?.height ?? 0) - ((await field.boundingBox())?.y ?? 0);
    await expect.poll(below).toBeLessThanOrEqual(80);
    await button(drawer(page), 'Withdraw').click();
    const asked = dialog(page, 'Withdraw this quote?');
    await expectAccessible(page, '[role="dialog"]');
    await asked.getByRole('textbox', { name: 'Reason (optional)' }).fill('Our price was wrong.');
    await button(asked, 'Withdraw quote').click();
    await expectToast(page, 'Quote withdrawn');
    await expect(badge(drawer(page), 'Withdrawn')).toBeVisible();
    await expect(drawer(page).getByText('This quote was withdrawn, so this conversation is closed.')).toBeVisible();
    await expect(drawer(page).getByRole('textbox', { name: 'Message' })).toBeHidden();
    await expect(button(drawer(page), 'Revise')).toBeHidden();

    await page.goto(`/post/${post.id}`);
    await page.getByRole('button', { name: 'Quotation' }).click();
    await expect(dialog(page, 'Send Quote').getByText('Please wait 5 days to send another quote')).toBeVisible();
    await expect(dialog(page, 'Send Quote').locator('button[type="submit"]')).toBeDisabled();
  });

  test('a supplier corrects a slip, then revises; the buyer reads old and new side by side and what changed [A608]', async ({
    page,
    world,
    browser,
  }) => {
    const { post, quotes } = await requestWithQuotes(world, 'bob');
    const id = quotes['bob'] ?? 0;
    await loginAs(page, world, 'bob');
    await page.goto(`/my-quotes?quote=${id}&view=history`);

    await test.step('a slip is corrected in the first minutes, which does not count', async () => {
      await button(drawer(page), 'Correct').click();
      const form = dialog(page, 'Correct quote');
      await expect(form.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('2.40');
      await expect(form.getByLabel('Valid until')).not.toHaveValue('');
      await form.getByRole('textbox', { name: 'Delivery time', exact: true }).fill('21 days');
      await expectAccessible(page, '[role="dialog"]');
      await button(form, 'Save correction').click();
      await expectToast(page, 'Quote corrected');
      await expect(drawer(page).getByText('Corrected', { exact: true })).toBeVisible();
      await expect(drawer(page).getByRole('row', { name: 'Delivery time 20 days 21 days' })).toBeVisible();
    });

    await ageQuote(world, id);
    await page.reload();
    await test.step('later a change counts; what is typed is kept, and nothing is sent without a change', async () => {
      await button(drawer(page), 'Revise').click();
      const form = dialog(page, 'Revise quote');
      await expect(form.getByText('Revision 1 of 3.')).toBeVisible();
      await button(form, 'Send revision').click();
      await expectToast(page, 'Nothing has changed');
      await form.getByRole('textbox', { name: 'Price', exact: true }).fill('');
      await button(form, 'Send revision').click();
      await expectFieldError(form.getByRole('textbox', { name: 'Price', exact: true }), 'Price is required');
      await form.getByRole('textbox', { name: 'Price', exact: true }).fill('2.20');
      await page.keyboard.press('Escape');
      await expect(form).toBeHidden();
      await expect(button(drawer(page), 'Revise')).toBeFocused();
      await button(drawer(page), 'Revise').click();
      await expect(form.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('2.20');
      await button(form, 'Send revision').click();
      await expectToast(page, 'Quote revised');
      await expect(drawer(page).getByRole('row', { name: 'Price 2.40 2.20' })).toBeVisible();
    });

    await test.step('the buyer is told what changed and reads it in the history', async () => {
      const annasPage = await openPage(browser, world, 'anna');
      await annasPage.goto('/');
      await annasPage.getByRole('button', { name: /^Notifications/ }).click();
      await expect(annasPage.getByText(/^bob revised the quote on ".*": price \(2\.40 → 2\.20\)/)).toBeVisible();
      await openRequest(annasPage, post.id);
      await expect(annasPage.getByText('Quotes received (1)')).toBeVisible();
      await button(quoteCard(annasPage, 'bob'), 'Message').click();
      await openPart(annasPage, 'History');
      await expect(drawer(annasPage).getByRole('row', { name: 'Price 2.40 2.20' })).toBeVisible();
      await annasPage.context().close();
    });

    await test.step('another tab has revised it meanwhile: the form says so and keeps what is typed', async () => {
      await button(drawer(page), 'Correct').click();
      const form = dialog(page, 'Correct quote');
      await form.getByRole('textbox', { name: 'Price', exact: true }).fill('2.15');
      await world.sql('update public.quotes set version = version + 1 where id = $1', [id]);
      await button(form, 'Save correction').click();
      await expect(form.getByRole('alert')).toContainText('This quote has just been changed. Please look again.');
      await expect(form.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('2.15');
      await button(form, 'Save correction').click();
      await expect(form).toBeHidden();
      await expect(drawer(page).getByRole('row', { name: 'Price 2.20 2.15' })).toBeVisible();
    });

    await test.step('after three revisions the button is gone, with the reason', async () => {
      await world.sql('update public.quotes set revision = 3 where id = $1', [id]);
      await ageQuote(world, id);
      await page.reload();
      await expect(drawer(page).getByText('You have revised this quote 3 times, as often as possible.')).toBeVisible();
      await expect(button(drawer(page), 'Revise')).toBeHidden();
      await expect(button(drawer(page), 'Withdraw')).toBeVisible();
    });
  });

  test('a supplier adds and removes documents of a quote; a removal that was not sent changes nothing [A608]', async ({
    page,
    world,
  }) => {
    const { quotes } = await requestWithQuotes(world, 'bob');
    await loginAs(page, world, 'bob');
    await page.goto(`/my-quotes?quote=${quotes['bob']}`);
    const form = dialog(page, 'Correct quote');
    const attachments = drawer(page).getByRole('list', { name: 'Attachments' });

    await button(drawer(page), 'Correct').click();
    await form.locator('input[type="file"]').setInputFiles([documentFile('Offer.pdf')]);
    await expectToast(page, 'Document attached', 'Offer.pdf');
    await button(form, 'Save correction').click();
    await expectToast(page, 'Quote corrected');
    await expect(attachments).toContainText('Offer.pdf');
    await openPart(page, 'History');
    await expect(drawer(page).getByRole('row', { name: 'Attachments – Offer.pdf' })).toBeVisible();
    await openPart(page, 'Details');

    await button(drawer(page), 'Correct').click();
    await button(form, 'Remove Offer.pdf').click();
    await button(form, 'Discard draft').click();
    await expect(button(form, 'Remove Offer.pdf')).toBeVisible();
    await button(form, 'Cancel').click();
    await expect(form).toBeHidden();
    const download = page.waitForEvent('download');
    await attachments.getByRole('button', { name: 'Download Offer.pdf' }).click();
    expect((await download).suggestedFilename()).toBe('Offer.pdf');

    await button(drawer(page), 'Correct').click();
    await button(form, 'Remove Offer.pdf').click();
    await button(form, 'Save correction').click();
    await expectToast(page, 'Quote corrected');
    await expect(attachments).toBeHidden();
    await openPart(page, 'History');
    await expect(drawer(page).getByRole('row', { name: 'Attachments Offer.pdf –' })).toBeVisible();
  });

  test('a quote says until when it is valid, and expires without a reload at midnight UTC [A611]', async ({
    page,
    world,
    browser,
  }) => {
    const anna = await world.person('anna');
    const post = await world.createPost(anna, { title: TITLE });
    const lastDay = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const shown = new Date(`${lastDay}T00:00`).toLocaleDateString('en-US', { month: 'short', day: 'numeric' });

    await test.step('the form takes a day within a year', async () => {
      await loginAs(page, world, 'bob');
      await page.goto(`/post/${post.id}`);
      await page.getByRole('button', { name: 'Quotation' }).click();
      const form = dialog(page, 'Send Quote');
      for (const [label, value] of Object.entries({
        Price: '2.40 USD/kg',
        'Minimum quantity': '500 kg',
        'Payment method': 'T/T',
        'Shipping method': 'FOB',
        'Delivery time': '20 days',
        'Delivery from': 'Hai Phong',
        'Delivery to': 'Hamburg',
      }))
        await form.getByRole('textbox', { name: label, exact: true }).fill(value);
      const validUntil = form.getByLabel('Valid until');
      await expect(validUntil).toHaveAccessibleDescription(/Without a day, until /);
      await validUntil.fill('2020-01-01');
      await form.locator('button[type="submit"]').click();
      await expectFieldError(validUntil, 'The last day must be today or later');
      await validUntil.fill(lastDay);
      await form.locator('button[type="submit"]').click();
      await expectToast(page, 'Quote submitted');
    });

    const annasPage = await openPage(browser, world, anna);
    // Ten minutes before, since the clock goes on while the page works.
    await annasPage.clock.install({ time: new Date(`${lastDay}T23:50:00Z`) });
    await openRequest(annasPage, post.id);
    const quote = quoteCard(annasPage, 'bob');
    await expect(quote.getByText(`Valid until ${shown}`)).toBeVisible();
    await expect(badge(quote, 'Pending')).toBeVisible();
    await expect(button(quote, 'Accept')).toBeVisible();
    await annasPage.clock.fastForward('10:01');
    await expect(badge(quote, 'Expired')).toBeVisible();
    await expect(quote.getByText(`Was valid until ${shown}`)).toBeVisible();
    await expect(button(quote, 'Accept')).toBeHidden();
    await expect(quote.getByText('This quote has expired and cannot be accepted.')).toBeVisible();
    await annasPage.context().close();
  });
});

test.describe('lists of quotes', () => {
  test('lists of quotes filter by status, sort by the latest change and export the status last [A602,A625]', async ({
    page,
    world,
  }) => {
    const anna = await world.person('anna');
    const bob = await loginAs(page, world, 'bob');
    const titles = ['Rice', 'Steel', 'Tea', 'Wood'];
    const ids: Record<string, number> = {};
    for (const title of titles) {
      const post = await world.createPost(anna, { title });
      ids[title] = await createQuote(bob, post.id);
    }
    await world.sql(`update public.quotes set valid_until = current_date - 1 where id = $1`, [ids['Tea']]);
    await call(anna, 'accept_quote', { quote_id: ids['Steel'], close_request: false, expected_version: 1 });
    await call(anna, 'shortlist_quote', { quote_id: ids['Rice'], is_on: true });

    const requests = page.getByRole('search', { name: 'Quotes' });
    for (const [person, address] of [
      ['bob', '/my-quotes'],
      ['anna', '/account?tab=quotes&side=received'],
    ] as const) {
      await test.step(`${person} at ${address}`, async () => {
        await loginAs(page, world, person);
        await page.goto(address);
        const titleCells = rows(page).getByRole('link', { name: new RegExp(`^(${titles.join('|')})$`) });
        await expect(titleCells).toHaveText(['Wood', 'Tea', 'Steel', 'Rice']);
        await expect(badge(rows(page).filter({ hasText: 'Tea' }), 'Expired')).toBeVisible();

        await requests.getByRole('combobox', { name: 'Sort by' }).click();
        await page.getByRole('option', { name: 'Latest change' }).click();
        await expect(titleCells).toHaveText(['Rice', 'Steel', 'Wood', 'Tea']);

        for (const [status, wanted] of [
          ['Expired', ['Tea']],
          ['Pending', ['Wood']],
          ['Accepted', ['Steel']],
        ] as const) {
          await requests.getByRole('combobox', { name: 'Status' }).click();
          await page.getByRole('option', { name: status, exact: true }).click();
          await expect(titleCells).toHaveText([...wanted]);
        }
        await expect(page).toHaveURL(/status=accepted/);
        await page.reload();
        await expect(titleCells).toHaveText(['Steel']);
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export CSV' }).click();
        const stream = await (await download).createReadStream();
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(Buffer.from(chunk));
        const [heads, row] = Buffer.concat(chunks).toString('utf8').split('\r\n');
        expect(heads).toMatch(/,"Status"$/);
        expect(row).toMatch(/,"Accepted"$/);
      });
    }
    await expectAccessible(page);
  });

  test('lists of quotes fit every width [A602]', async ({ page, world }) => {
    const { post, quotes } = await requestWithQuotes(world, 'bob', 'carl');
    await loginAs(page, world, 'anna');
    for (const size of [VIEWPORTS.phone, VIEWPORTS.tablet, VIEWPORTS.desktop]) {
      await page.setViewportSize(size);
      await openRequest(page, post.id);
      await expect(button(quoteCard(page, 'bob'), 'Accept')).toBeVisible();
      await expectNoSidewaysScroll(page);
      await page.goto(`/account?tab=quotes&side=received&quote=${quotes['bob']}`);
      await expect(button(drawer(page), 'Accept')).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  });
});
