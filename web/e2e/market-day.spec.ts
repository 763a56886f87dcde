import type { Browser, Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { documentFile, picture } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { card } from './support/posts.ts';
import { fillQuote, openQuoteDialog, quoteDialog, sendButton } from './support/quotes.ts';
import { expectToast } from './support/toast.ts';

const TITLE = 'Galvanised steel coils, 40 t';
const PASSWORD = 'Abcdef1!';

test.use({ requireEmailVerification: true });

/** A page of a browser of its own, in which nobody or this person is signed in. */
async function openPage(browser: Browser, world: World, name?: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: world.webUrl });
  const page = await context.newPage();
  if (name) await loginAs(page, world, name);
  await page.goto('/');
  return page;
}

async function registerAndConfirm(page: Page, world: World): Promise<void> {
  await page.goto('/auth?tab=register');
  const form = page.getByRole('form', { name: 'Register' });
  await form.getByLabel('Username').fill('carla');
  await form.getByLabel('Email').fill('carla@example.com');
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByLabel('Confirm Password').fill(PASSWORD);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/verify-email$/);
  const mail = await world.mailTo('carla@example.com');
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).click();
  await page.keyboard.type(/\b\d{6}\b/.exec(mail.text)?.[0] ?? '');
  await expectToast(page, 'Email verified', 'Your email has been verified successfully');
}

async function postRequest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Post a purchase request now!' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Purchase Request' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(TITLE);
  await dialog.getByRole('textbox', { name: 'Description' }).fill('DX51D, Z275, 1,250 mm wide, mill certificates 3.1');
  await dialog.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Industrial' }).click();
  await dialog.getByRole('textbox', { name: 'Country' }).fill('Vietnam');
  await dialog.getByRole('textbox', { name: 'Delivery address' }).fill('Dinh Vu port, Hai Phong');
  const images = dialog.getByRole('group', { name: 'Images', exact: true });
  await images.locator('input[type="file"]').setInputFiles([await picture('coil-1.png'), await picture('coil-2.png')]);
  await expectToast(page, 'Images uploaded', '2 image(s) uploaded successfully');
  await dialog.getByRole('button', { name: 'Post request' }).click();
  await expect(card(page, TITLE).getByRole('button', { name: 'Open image 1 of 2' })).toBeVisible();
}

test(
  'a day at the market: register, post, quote, hear of it, moderate [A8,A11,A18,A21,A256,A368]',
  { tag: '@on-postgres' },
  async ({ page: carla, world, browser }) => {
    test.slow();
    await registerAndConfirm(carla, world);
    await postRequest(carla);

    const bob = await openPage(browser, world, 'bob');
    await bob.getByRole('searchbox', { name: 'Search' }).fill('galvanised');
    await bob.keyboard.press('Enter');
    await expect(card(bob, TITLE)).toBeVisible();
    await card(bob, TITLE).getByRole('button', { name: 'Quotation' }).click();
    await fillQuote(bob);
    const attachments = quoteDialog(bob).getByRole('group', { name: 'Attachments', exact: true });
    await attachments.locator('input[type="file"]').setInputFiles([documentFile('offer.pdf')]);
    await expectToast(bob, 'Document attached');
    await sendButton(bob).click();
    await expectToast(bob, 'Quote submitted', `You sent a quote to ${TITLE} of carla`);

    await openQuoteDialog(bob, TITLE);
    await expect(quoteDialog(bob).getByRole('note')).toContainText('Please wait 5 days to send another quote');
    await expect(sendButton(bob)).toBeDisabled();

    await carla.goto('/');
    await expect(card(carla, TITLE).getByRole('button', { name: /^Edit/ })).toContainText('1');
    await carla.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await carla.getByText(`You have a new quote on your post "${TITLE}" from bob`).click();
    await expect(carla).toHaveURL(/\/account/);
    await expect(carla.getByText('offer.pdf')).toBeVisible();

    const adam = await openPage(browser, world, 'adam');
    await card(adam, TITLE)
      .getByRole('button', { name: /^More actions/ })
      .click();
    await adam.getByRole('menuitem', { name: 'Hide Post (Violation)' }).click();
    await expectToast(adam, 'Post hidden', 'Your post has been hidden successfully');
    const guest = await openPage(browser, world);
    await expect(guest.getByText('No posts found')).toBeVisible();

    await carla.goto('/');
    await expect(card(carla, TITLE)).toContainText('This post is hidden');
    await card(carla, TITLE)
      .getByRole('button', { name: /^More actions/ })
      .click();
    await expect(carla.getByRole('menuitem', { name: 'Hidden by Admin' })).toBeDisabled();
    for (const page of [bob, adam, guest]) await page.context().close();
  },
);
