import type { ValidQuoteBody } from '../domain/quote.ts';
import { toQuoteStatus } from '../domain/quote-status.ts';
import { PRODUCT_MATCHES, type AccountType } from '../domain/quote-values.ts';
import type { Row } from './row.ts';

/** Columns of a quote; callers add those of its parties and documents. */
export const QUOTE_COLUMNS =
  'id, post_id, post_title, product_match, description, price_text, quantity_text, currency, payment_method, shipping_method, delivery_time, delivery_from, delivery_to, images, account_type, organization_name, tax_code, created_at';

/** The account type of a quote; unknown values count as an individual. */
export const toAccountType = (text: string | null): AccountType =>
  text === 'organization' ? 'organization' : 'individual';

/** A quote for page and `/api`, without its parties and documents. `postId` is null after the post is deleted. */
export function toQuote(row: Row<'quotes', typeof QUOTE_COLUMNS>) {
  return {
    id: row.id,
    postId: row.post_id,
    postTitle: row.post_title,
    productMatch: PRODUCT_MATCHES.find((known) => known === row.product_match) ?? null,
    description: row.description,
    price: row.price_text,
    quantity: row.quantity_text,
    currency: row.currency,
    paymentMethod: row.payment_method,
    shippingMethod: row.shipping_method,
    deliveryTime: row.delivery_time,
    deliveryFrom: row.delivery_from,
    deliveryTo: row.delivery_to,
    images: row.images,
    accountType: toAccountType(row.account_type),
    organizationName: row.organization_name,
    taxCode: row.tax_code,
    createdAt: row.created_at,
  };
}

/** Columns of the status of a quote. */
export const STANDING_COLUMNS = 'status, status_reason, changed_at, valid_until, revision, version, revised_at';

/** The status of a quote. `validUntil` is a UTC day, null without an end; callers decide whether it has passed. */
export function toStanding(row: Row<'quotes', typeof STANDING_COLUMNS>) {
  return {
    status: toQuoteStatus(row.status),
    statusReason: row.status_reason,
    changedAt: row.changed_at,
    validUntil: row.valid_until,
    revision: row.revision,
    version: row.version,
    revisedAt: row.revised_at,
  };
}

/** The supplier's facts in a quote, without images and attachments. */
type Facts = Omit<ValidQuoteBody, 'postId' | 'images' | 'clientId' | 'attachments' | 'expectedRequest'>;

/** The columns of the facts, by their names in page and `/api`, in the order of the form. */
export const QUOTE_FACT_COLUMNS = {
  productMatch: 'product_match',
  description: 'description',
  price: 'price_text',
  quantity: 'quantity_text',
  currency: 'currency',
  paymentMethod: 'payment_method',
  shippingMethod: 'shipping_method',
  deliveryTime: 'delivery_time',
  deliveryFrom: 'delivery_from',
  deliveryTo: 'delivery_to',
  validUntil: 'valid_until',
  accountType: 'account_type',
  organizationName: 'organization_name',
  taxCode: 'tax_code',
} as const satisfies Record<keyof Facts, keyof Row<'quotes', `${typeof QUOTE_COLUMNS}, ${typeof STANDING_COLUMNS}`>>;

/** The facts of a quote, as `submit_quote()` and `revise_quote()` expect them. */
export function quoteFactsRow(quote: Facts): Record<string, string | null> {
  const facts: Readonly<Record<string, string | null>> = quote;
  return Object.fromEntries(Object.entries(QUOTE_FACT_COLUMNS).map(([name, column]) => [column, facts[name] ?? null]));
}

/** The columns of a request that its supplier has read; `submit_quote()` compares them. */
function readRequestRow({ neededBy, deliveryAddress, ...read }: NonNullable<ValidQuoteBody['expectedRequest']>) {
  return { ...read, needed_by: neededBy, delivery_address: deliveryAddress };
}

/** The quote of a supplier, as `submit_quote()` expects it. */
export function quoteRow({ expectedRequest, ...quote }: ValidQuoteBody) {
  return {
    ...quoteFactsRow(quote),
    ...(expectedRequest && { expected_request: readRequestRow(expectedRequest) }),
    post_id: quote.postId,
    images: quote.images,
    attachments: quote.attachments,
  };
}
