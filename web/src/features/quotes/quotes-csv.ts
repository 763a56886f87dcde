import { PRODUCT_MATCH_LABELS } from '@domain/quote.ts';
import { csvText } from '@/shared/text/csv.ts';
import type { Quote, QuoteSide } from './quote.ts';

type Column = readonly [name: string, valueOf: (quote: Quote) => string | null | undefined];

/** The other party of a quote. */
const PARTY_COLUMNS = {
  sent: ['Owner', (quote) => quote.owner?.username],
  received: ['Supplier', (quote) => quote.supplier.username],
} as const satisfies Record<QuoteSide, Column>;

const columnsOf = (side: QuoteSide): readonly Column[] => [
  ['Sent', (quote) => quote.createdAt],
  ['Request', (quote) => quote.postTitle],
  PARTY_COLUMNS[side],
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
export function quotesCsv(side: QuoteSide, quotes: readonly Quote[]): string {
  const columns = columnsOf(side);
  return csvText([
    columns.map(([name]) => name),
    ...quotes.map((quote) => columns.map(([, valueOf]) => valueOf(quote) ?? '')),
  ]);
}
