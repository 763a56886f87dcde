import { convertMoney } from '@domain/exchange-rates.ts';
import type { NotComparable, ShownMoney } from '@domain/quote-comparison.ts';
import { priceWithCurrency } from '@domain/quote-values.ts';
import { QUOTE_STATUS_LABELS } from '@domain/quote-status.ts';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { slugify } from '@domain/slug.ts';
import { csvText } from '@/shared/text/csv.ts';
import { QUOTE_FACTS, shortMatch } from '../facts/quote-facts.ts';
import type { ComparedQuote, ComparisonRequest, ComparisonTable } from './comparison-rows.ts';

/** Numbers stay numbers; null is an empty cell. */
type Value = string | number | null;
type Column = readonly [head: string, valueOf: (compared: ComparedQuote) => Value];

const amountOf = (money: ShownMoney | NotComparable | null): Value =>
  money === null || 'problem' in money ? null : money.value;

/** Why amounts of a quote are missing, and what is best of it. */
function remarksOf({ column: { unitPrice, total, minimumOrder, ...column }, standing }: ComparedQuote): string {
  const amounts = [unitPrice, total, minimumOrder, standing.overTarget].filter((each) => each !== null);
  const problems = amounts.flatMap((amount) => {
    if (typeof amount === 'number') return [];
    if ('problem' in amount) return [amount.problem];
    return amount.missingRate === null ? [] : [`No exchange rate for ${amount.missingRate}`];
  });
  const marks = [
    column.isBestPrice && 'Best unit price',
    column.isFastest && 'Fastest',
    column.isMinimumTooMuch && 'Minimum above the wanted quantity',
  ];
  return [...new Set([...marks.filter((mark) => mark !== false && mark !== null), ...problems])].join('; ');
}

function columnsOf({ wanted, asked, currency, rates }: ComparisonRequest, unit: string | null): Column[] {
  const rateOf = ({ column: { price } }: ComparedQuote) =>
    'unread' in price ? null : convertMoney(1, price.currency, currency, rates);
  const isConverted = ({ column: { price } }: ComparedQuote) => !('unread' in price) && price.currency !== currency;
  const { quantity, deliveryTime, paymentMethod, shippingMethod, deliveryFrom, deliveryTo } = QUOTE_FACTS;
  return [
    ['Supplier', ({ quote }) => quote.supplier.username],
    ['Company', ({ quote }) => quote.organizationName ?? quote.supplier.companyName],
    ['Status', ({ status }) => QUOTE_STATUS_LABELS[status]],
    ['Price as written', ({ quote }) => priceWithCurrency(quote)],
    ['Quoted currency', ({ column: { price } }) => ('unread' in price ? null : price.currency)],
    ['Rate', (compared) => (isConverted(compared) ? (rateOf(compared)?.value ?? null) : null)],
    ['Rate day', (compared) => rateOf(compared)?.day ?? null],
    // An amount without an exchange rate stays in its own currency.
    ['Currency', ({ column: { unitPrice } }) => ('problem' in unitPrice ? currency : unitPrice.currency)],
    ['Unit price', ({ column }) => amountOf(column.unitPrice)],
    ['Unit', () => unit],
    ['Total', ({ column }) => amountOf(column.total)],
    ['Wanted quantity', () => wanted?.quantity ?? null],
    ['Wanted unit', () => wanted?.unit ?? null],
    ['Target price', () => asked.target?.price ?? null],
    ['Target currency', () => asked.target?.currency ?? null],
    [
      'Above target (%)',
      ({ standing: { overTarget } }) => (typeof overTarget === 'number' ? Number((overTarget * 100).toFixed(2)) : null),
    ],
    ['Incoterm', ({ standing }) => standing.incoterm],
    ['Wanted Incoterm', () => asked.incoterm],
    ['Tax', ({ column }) => column.terms.tax],
    [quantity.long, ({ quote }) => quantity.inFile(quote)],
    ['Minimum', ({ column: { minimum } }) => ('unread' in minimum ? null : minimum.value)],
    ['Minimum unit', ({ column: { minimum } }) => ('unread' in minimum ? null : (minimum.unit?.label ?? null))],
    ['Cost of the minimum', ({ column }) => amountOf(column.minimumOrder)],
    [deliveryTime.long, ({ quote }) => deliveryTime.inFile(quote)],
    ['Delivery days', ({ column: { delivery } }) => ('unread' in delivery ? null : delivery.days)],
    ['Needed by', () => asked.neededBy],
    ['Days late', ({ standing }) => standing.daysLate],
    ['Rating', ({ quote: { supplier } }) => (supplier.ratingCount > 0 ? supplier.ratingAverage : null)],
    ['Reviews', ({ quote }) => quote.supplier.ratingCount],
    ['Product match', ({ quote }) => shortMatch(quote.productMatch, ENGLISH)],
    ...[paymentMethod, shippingMethod, deliveryFrom, deliveryTo].map((fact): Column => [
      fact.long,
      ({ quote }) => fact.inFile(quote),
    ]),
    ['Documents', ({ quote }) => quote.attachments.map(({ name }) => name).join('; ')],
    ['Valid until', ({ quote }) => quote.validUntil],
    ['Remarks', remarksOf],
    ['Description', ({ quote }) => quote.description],
  ];
}

/**
 * A comparison as CSV: a line per quote in the order on screen, numbers to calculate with, days as ISO dates, and unit,
 * currency and exchange rate in columns of their own. Heads and words are English, an interface for spreadsheets.
 */
export function comparisonCsv(request: ComparisonRequest, { compared, unit }: ComparisonTable): string {
  const columns = columnsOf(request, unit);
  return csvText([
    columns.map(([head]) => head),
    ...compared.map((each) => columns.map(([, valueOf]) => valueOf(each) ?? '')),
  ]);
}

/** The name of the file: that of the request in Latin letters, and its number. */
export const comparisonFileName = (post: { id: number; title: string }): string =>
  `${['quotes', slugify(post.title), post.id].filter(Boolean).join('-')}.csv`;
