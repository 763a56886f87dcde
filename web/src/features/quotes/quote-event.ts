import { z } from 'zod';
import { ACCOUNT_TYPES, PRODUCT_MATCHES } from '@domain/quote-values.ts';
import { quoteEventKindSchema, quoteStatusSchema } from '@domain/quote-status-schema.ts';
import type { Row } from '@rows/row.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { accountTypeText, QUOTE_FACTS, shortMatch } from './quote-facts.ts';

const text = z.string().nullable();
const files = z.array(z.object({ name: z.string() }));

/** The facts that a change touched, named like their columns; others are left out. */
const factsSchema = z
  .object({
    product_match: z.enum(PRODUCT_MATCHES).nullable(),
    description: text,
    price_text: text,
    currency: text,
    quantity_text: text,
    payment_method: text,
    shipping_method: text,
    delivery_time: text,
    delivery_from: text,
    delivery_to: text,
    account_type: z.enum(ACCOUNT_TYPES),
    organization_name: text,
    tax_code: text,
    valid_until: text,
    contact_address: text,
    images: z.array(z.string()),
    attachments: files,
  })
  .partial();
type Facts = z.infer<typeof factsSchema>;

const { productMatch, description, price, currency, quantity, paymentMethod, shippingMethod, deliveryTime } =
  QUOTE_FACTS;
const { deliveryFrom, deliveryTo, accountType, organizationName, taxCode } = QUOTE_FACTS;

/** The names of the facts and their texts, in the order of the form; null where a change did not touch them. */
const wordsOf = (facts: Facts, language: Language): [name: string, text: string | null | undefined][] => [
  [productMatch.long, facts.product_match && shortMatch(facts.product_match, language)],
  [description.long, facts.description],
  [price.long, facts.price_text],
  [currency.long, facts.currency],
  [quantity.long, facts.quantity_text],
  [paymentMethod.long, facts.payment_method],
  [shippingMethod.long, facts.shipping_method],
  [deliveryTime.long, facts.delivery_time],
  [deliveryFrom.long, facts.delivery_from],
  [deliveryTo.long, facts.delivery_to],
  [msg('Valid until'), facts.valid_until && language.calendarDay(facts.valid_until)],
  [accountType.long, facts.account_type && accountTypeText(facts.account_type, language)],
  [organizationName.long, facts.organization_name],
  [taxCode.long, facts.tax_code],
  [msg('Contact address'), facts.contact_address],
  [msg('Images'), facts.images && String(facts.images.length)],
  [msg('Attachments'), facts.attachments?.map(({ name }) => name).join(', ')],
];

/** A fact, by its name that is to be translated, as it was and as it is since; '' where there was or is none. */
export type FactChange = { name: string; before: string; after: string };

/** What a change did to the facts of a quote. In: the facts that it touched, before and after, as the database keeps them. */
export function factChanges({ before, after }: Pick<QuoteEvent, 'before' | 'after'>, language: Language): FactChange[] {
  const [old, now] = [before, after].map((facts) => wordsOf(factsSchema.catch({}).parse(facts ?? {}), language));
  if (!old || !now) return [];
  return old
    .map(([name, text], index) => ({ name, before: text ?? '', after: now[index]?.[1] ?? '' }))
    .filter((change) => change.before !== change.after);
}

export const EVENT_COLUMNS = 'id, actor_id, kind, to_status, reason, before, after, created_at';

/** A step of the history of a quote as the page shows it. `actorId` is null for an account that is gone. */
export const toQuoteEvent = (row: Row<'quote_events', typeof EVENT_COLUMNS>) => ({
  id: row.id,
  actorId: row.actor_id,
  kind: quoteEventKindSchema.parse(row.kind),
  status: quoteStatusSchema.parse(row.to_status),
  reason: row.reason,
  before: row.before,
  after: row.after,
  createdAt: row.created_at,
});

export type QuoteEvent = ReturnType<typeof toQuoteEvent>;
