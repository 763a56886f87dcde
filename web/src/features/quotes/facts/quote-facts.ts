import { PRODUCT_MATCH_LABELS, PRODUCT_MATCHES, type AccountType, type ProductMatch } from '@domain/quote-values.ts';
import { toAccountType, type QUOTE_FACT_COLUMNS } from '@rows/quote-row.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { shownPrice, shownPriceText, shownQuantity, shownQuantityText } from './price-text.ts';
import type { Quote } from './shown-quote.ts';

const SHORT_MATCH = {
  high: msg('>90% match'),
  medium: msg('70-90% match'),
  different: msg('Different'),
} as const satisfies Record<ProductMatch, string>;

/** The match of a quote in a few words, for tables and cards; quotes from basic API clients have none. */
export function shortMatch(match: ProductMatch | null, { t }: Language): string {
  return match ? t(SHORT_MATCH[match]) : t('Not stated');
}

export const accountTypeText = (type: AccountType, { t }: Language): string =>
  type === 'organization' ? t('Organization') : t('Individual');

/** From where to where it is delivered: "Hai Phong → Hamburg". */
export const wayOf = ({ deliveryFrom, deliveryTo }: Quote): string =>
  [deliveryFrom, deliveryTo].filter(Boolean).join(' → ');

type ValueOf = (quote: Quote, language: Language) => string | null;

/** One fact: its full and short name, both untranslated, its text on screen, and its English value in CSV. */
export type QuoteFact = {
  long: string;
  short: string;
  valueOf: ValueOf;
  inFile: (quote: Quote) => string | null;
  /** The stored text as the history shows it. */
  inChange: (stored: string, language: Language) => string;
  isWide: boolean;
};

const fact = (
  long: string,
  valueOf: ValueOf,
  {
    short = long,
    inFile = (quote) => valueOf(quote, ENGLISH),
    inChange = (stored) => stored,
    isWide = false,
  }: Partial<Omit<QuoteFact, 'long' | 'valueOf'>> = {},
): QuoteFact => ({
  long,
  short,
  valueOf,
  inFile,
  inChange,
  isWide,
});

/** The facts of a quote, in the order of its drawer and of the CSV file. */
export const QUOTE_FACTS = {
  productMatch: fact(
    msg('Product match'),
    // The label of "different" asks the supplier for details.
    ({ productMatch: match }, { t }) =>
      match && t(match === 'different' ? SHORT_MATCH[match] : PRODUCT_MATCH_LABELS[match]),
    {
      short: msg('Match'),
      inFile: ({ productMatch: match }) => match && PRODUCT_MATCH_LABELS[match],
      inChange: (stored, language) => shortMatch(PRODUCT_MATCHES.find((match) => match === stored) ?? null, language),
      isWide: true,
    },
  ),
  description: fact(msg('Description'), (quote) => quote.description, { isWide: true }),
  price: fact(msg('Price'), shownPrice, {
    inFile: (quote) => quote.price,
    // A change has the currency only if it changed; the numbers are read alike in almost any.
    inChange: (stored, language) => shownPriceText(stored, 'USD', language),
  }),
  currency: fact(msg('Currency'), (quote) => quote.currency),
  quantity: fact(msg('Minimum quantity'), shownQuantity, {
    short: msg('Min. quantity'),
    inChange: shownQuantityText,
  }),
  paymentMethod: fact(msg('Payment method'), (quote) => quote.paymentMethod, { short: msg('Payment') }),
  shippingMethod: fact(msg('Shipping method'), (quote) => quote.shippingMethod, { short: msg('Shipping') }),
  deliveryTime: fact(msg('Delivery time'), (quote) => quote.deliveryTime),
  deliveryFrom: fact(msg('Delivery from'), (quote) => quote.deliveryFrom),
  deliveryTo: fact(msg('Delivery to'), (quote) => quote.deliveryTo),
  accountType: fact(msg('Account type'), (quote, language) => accountTypeText(quote.accountType, language), {
    inFile: (quote) => quote.accountType,
    inChange: (stored, language) => accountTypeText(toAccountType(stored), language),
  }),
  organizationName: fact(msg('Organization name'), (quote) => quote.organizationName, { short: msg('Organization') }),
  taxCode: fact(msg('Tax code'), (quote) => quote.taxCode),
} satisfies Record<Exclude<keyof typeof QUOTE_FACT_COLUMNS, 'validUntil'>, QuoteFact>;
