import type { Page } from '@playwright/test';
import type { World } from '../../supabase/tests/support/world.ts';
import { CARLA, register } from './support/auth-forms.ts';
import { documentFile, imageFile } from './support/files.ts';
import { expect, test } from './support/fixtures.ts';
import { openPage } from './support/open-page.ts';
import { card } from './support/posts.ts';
import { fillQuote, openQuoteDialog, quoteDialog, sendButton } from './support/quotes.ts';
import { expectToast } from './support/toast.ts';

const TITLE = 'Galvanised steel coils, 40 t';

test.use({ requireEmailVerification: true, sparesData: false });

async function registerAndConfirm(page: Page, world: World): Promise<void> {
  await page.goto('/auth?tab=register');
  await register(page);
  await expect(page).toHaveURL(/\/verify-email$/);
  const mail = await world.mailTo(CARLA.email);
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
  await images
    .locator('input[type="file"]')
    .setInputFiles([await imageFile('coil-1.png'), await imageFile('coil-2.png')]);
  await expectToast(page, 'Images uploaded', '2 image(s) uploaded successfully');
  await dialog.getByRole('button', { name: 'Post request' }).click();
  await expect(card(page, TITLE).getByRole('button', { name: 'Open image 1 of 2' })).toBeVisible();
}

test(
  'a day at the market: register, post, quote, hear of it, moderate [A8,A11,A18,A21,A256,A368]',
  { tag: ['@elsewhere', '@firefox', '@smoke'] },
  async ({ page: carla, world, browser }) => {
    test.slow();
    await registerAndConfirm(carla, world);
    await postRequest(carla);

    const bob = await openPage(browser, world, 'bob');
    await bob.goto('/');
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
    await adam.goto('/');
    await card(adam, TITLE)
      .getByRole('button', { name: /^More actions/ })
      .click();
    await adam.getByRole('menuitem', { name: 'Hide Post (Violation)' }).click();
    await expectToast(adam, 'Post hidden', 'Your post has been hidden successfully');
    const guest = await openPage(browser, world);
    await guest.goto('/');
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
