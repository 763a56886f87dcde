import { PRODUCT_MATCH_LABELS } from '@domain/quote.ts';
import { csvText } from '@/shared/lib/csv.ts';
import type { Quote } from '../quote.ts';

const COLUMNS: readonly [name: string, valueOf: (quote: Quote) => string | null | undefined][] = [
  ['Sent', (quote) => quote.createdAt],
  ['Request', (quote) => quote.postTitle],
  ['Owner', (quote) => quote.owner?.username],
  ['Match', (quote) => quote.productMatch && PRODUCT_MATCH_LABELS[quote.productMatch]],
  ['Description', (quote) => quote.description],
  ['Price', (quote) => quote.price],
  ['Currency', (quote) => quote.currency],
  ['Minimum quantity', (quote) => quote.quantity],
  ['Payment method', (quote) => quote.paymentMethod],
  ['Shipping method', (quote) => quote.shippingMethod],
  ['Delivery time', (quote) => quote.deliveryTime],
  ['Delivery from', (quote) => quote.deliveryFrom],
  ['Delivery to', (quote) => quote.deliveryTo],
  ['Account type', (quote) => quote.accountType],
  ['Organization', (quote) => quote.organizationName],
  ['Tax code', (quote) => quote.taxCode],
  ['Attachments', (quote) => quote.attachments.map((file) => file.name).join('; ')],
];

/** Quotes as the text of a CSV file with a header row, lines ended as RFC 4180 wants. */
export function quotesCsv(quotes: readonly Quote[]): string {
  return csvText([COLUMNS.map(([name]) => name), ...quotes.map((quote) => COLUMNS.map(([, valueOf]) => valueOf(quote) ?? ''))]);
}
