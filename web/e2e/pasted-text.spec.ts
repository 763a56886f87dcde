import { expectAccessible } from './support/axe.ts';
import { expectFieldError, paste } from './support/fields.ts';
import { expect, test } from './support/fixtures.ts';
import { loginAs } from './support/login-as.ts';
import { fillQuote, openQuoteDialog, quoteDialog, quoteField, sendButton } from './support/quotes.ts';
import { toast } from './support/toast.ts';

const LONG = 'Within 25 working days after the deposit has arrived';

test.describe('a text that is longer than its field takes', () => {
  test('a pasted text over the limit of the quote form is kept, counted, marked, and unsent until shortened', async ({
    page,
    world,
  }) => {
    await world.createPost(await world.person('anna'), { title: 'Rice' });
    await loginAs(page, world, 'bob');
    await openQuoteDialog(page, 'Rice');
    await fillQuote(page);
    for (const [label, limit, text] of [
      ['Price', 20, 'At most 20 characters'],
      ['Minimum quantity', 20, 'Quantity must be less than 20 characters'],
      ['Payment method', 50, 'At most 50 characters'],
      ['Shipping method', 20, 'At most 20 characters'],
      ['Delivery time', 20, 'At most 20 characters'],
      ['Delivery from', 50, 'At most 50 characters'],
      ['Delivery to', 50, 'At most 50 characters'],
    ] as const) {
      await paste(quoteField(page, label), LONG);
      await expect(quoteField(page, label)).toHaveValue(LONG);
      await expectFieldError(quoteField(page, label), text);
      await expect(quoteDialog(page).getByText(`${LONG.length}/${limit}`).last()).toBeVisible();
    }
    await expectAccessible(page, '[role="dialog"]');
    await sendButton(page).click();
    await expect(quoteField(page, 'Price')).toHaveValue(LONG);
    expect(await world.sql('select 1 from public.quotes')).toHaveLength(0);

    await fillQuote(page, { 'Delivery time': 'x'.repeat(20) });
    await expect(quoteDialog(page).getByText('20/20', { exact: true })).toBeVisible();
    await sendButton(page).click();
    await expect(toast(page)).toContainText('Quote submitted');
  });

  test('a pasted text over the limit is kept in the other forms too, and typing still stops at the limit', async ({
    page,
    world,
  }) => {
    await loginAs(page, world, 'anna');
    await page.goto('/');
    await page.getByRole('button', { name: 'Post a purchase request now!' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Purchase Request' });
    const title = dialog.getByRole('textbox', { name: 'Title' });
    const port = dialog.getByRole('textbox', { name: 'Port' });
    await paste(title, 'T'.repeat(150));
    await expect(title).toHaveValue('T'.repeat(150));
    await expectFieldError(title, 'Title too long');
    await title.press('End');
    await page.keyboard.type('more');
    await expect(title).toHaveValue('T'.repeat(150));
    await paste(port, 'P'.repeat(51));
    await expectFieldError(port, 'At most 50 characters');
    await paste(port, 'P'.repeat(50));
    await expect(port).not.toHaveAttribute('aria-invalid', 'true');

    await paste(dialog.getByRole('textbox', { name: 'Description' }), 'Long grain');
    await dialog.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Other' }).click();
    await paste(dialog.getByRole('textbox', { name: 'Country' }), 'Vietnam');
    await paste(dialog.getByRole('textbox', { name: 'Delivery address' }), 'Hai Phong');
    await dialog.locator('button[type="submit"]').click();
    await expectFieldError(title, 'Title too long');
    expect(await world.sql('select 1 from public.posts')).toHaveLength(0);
  });

  test('a pasted reason over the limit is kept whole, and can be shortened there', async ({ page, world }) => {
    const anna = await world.person('anna');
    const { id } = await world.createPost(anna, { title: 'Rice' });
    await loginAs(page, world, 'anna');
    await page.goto(`/post/rice-${id}`);
    await page.getByRole('button', { name: 'More actions for Rice' }).click();
    await page.getByRole('menuitem', { name: 'Hide' }).click();
    const reason = page.getByRole('textbox', { name: 'Reason (optional)' });
    const hide = page.getByRole('dialog').getByRole('button', { name: 'Hide', exact: true });
    await paste(reason, 'r'.repeat(501));
    await expectFieldError(reason, 'At most 500 characters');
    await expect(hide).toBeDisabled();
    await reason.press('Backspace');
    await expect(hide).toBeEnabled();
  });
});
