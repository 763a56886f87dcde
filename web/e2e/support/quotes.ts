import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from '../../../supabase/tests/support/world.ts';
import type { Json } from '../../../supabase/functions/_shared/rows/database.types.ts';
import { card } from './posts.ts';

/** A quote with nothing wrong in it. */
export const VALID_QUOTE = {
  Price: '2.40 USD/kg',
  'Minimum quantity': '500 kg',
  'Payment method': 'T/T 30/70',
  'Shipping method': 'Sea, FOB',
  'Delivery time': '20 days',
  'Delivery from': 'Hai Phong, Vietnam',
  'Delivery to': 'Hamburg, Germany',
};

export type QuoteValues = Record<keyof typeof VALID_QUOTE, string>;

export const quoteDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Send Quote' });
export const quoteField = (page: Page, label: string): Locator =>
  quoteDialog(page).getByRole('textbox', { name: label, exact: true });
export const sendButton = (page: Page): Locator => quoteDialog(page).locator('button[type="submit"]');

/** Opens the quote dialog from the card of the post with this title. */
export async function openQuoteDialog(page: Page, title: string): Promise<void> {
  await page.goto('/');
  await card(page, title).getByRole('button', { name: 'Quotation' }).click();
  await expect(quoteField(page, 'Price')).toBeVisible();
}

/** Fills in every required field, some of them otherwise if told so. */
export async function fillQuote(page: Page, values: Partial<QuoteValues> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...VALID_QUOTE, ...values })) await quoteField(page, label).fill(value);
}

/** A quote sent past the page. Gives its id. */
export async function createQuote(
  supplier: Person,
  postId: number,
  values: Record<string, Json> = {},
): Promise<number> {
  const { data, error } = await supplier.client.rpc('submit_quote', {
    quote: {
      post_id: postId,
      price_text: '2.40',
      quantity_text: '500 kg',
      delivery_time: '20 days',
      product_match: 'high',
      payment_method: 'T/T',
      shipping_method: 'FOB',
      delivery_from: 'Hai Phong',
      delivery_to: 'Hamburg',
      account_type: 'individual',
      ...values,
    },
  });
  if (error) throw new Error(`${supplier.username} could not quote: ${error.message}`, { cause: error });
  const id = data[0]?.quote_id;
  if (id === undefined) throw new Error('The quote has no id');
  return id;
}
