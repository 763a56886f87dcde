import { ENGLISH } from '@/shared/i18n/english.ts';
import { sayNumber, sayRate, sayRoughly } from '@domain/amounts.ts';
import { writeNumber } from '@domain/numbers.ts';
import type { ExchangeRates } from '@domain/exchange-rates.ts';
import {
  compareQuotes,
  type ComparedColumn,
  type Comparison,
  type NotComparable,
  type ShownMoney,
  type WantedQuantity,
} from '@domain/quote-comparison.ts';
import { QUOTE_STATUS_LABELS, shownStatus } from '@domain/quote-status.ts';
import { NO_TERMS, type Terms } from '@domain/trade-terms.ts';
import { readUnit } from '@domain/units.ts';
import { csvText } from '@/shared/text/csv.ts';
import { averageText } from '@/shared/text/average-text.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { ComparisonRowKey } from './comparison-state.ts';
import { QUOTE_FACTS, shortMatch } from '../facts/quote-facts.ts';
import { amountText, termsText } from '../facts/price-text.ts';
import type { Quote } from '../facts/shown-quote.ts';

/** English texts of the marks; translated where they are shown. */
export const MARKS = [msg('Best unit price'), msg('Fastest'), msg('Best rated')] as const;
export type Mark = (typeof MARKS)[number];

/** One cell: lines of text, the first verbatim if the supplier wrote it, and a sort key (null last). */
export type ComparisonCell = {
  lines: string[];
  marks: Mark[];
  warning: string | null;
  sort: number | string | null;
  /** Holds only the reason why there is nothing to compare. */
  isIncomparable: boolean;
};

export type ComparisonRow = { key: ComparisonRowKey; label: string; cells: ComparisonCell[] };

/** The table as shown, printed and exported. `notes` list the conversions used and those that were impossible. */
export type ComparisonTable = { quotes: Quote[]; rows: ComparisonRow[]; notes: string[] };

export type ComparisonRequest = {
  quotes: readonly Quote[];
  wanted: WantedQuantity;
  /** The Incoterm of the request. */
  incoterm: string | null;
  currency: string;
  rates: ExchangeRates;
  /** In UTC. */
  today: string;
  sort: ComparisonRowKey | '';
  order: 'asc' | 'desc';
  hasDifferencesOnly: boolean;
};

const cell = (lines: (string | null)[], more: Partial<Omit<ComparisonCell, 'lines'>> = {}): ComparisonCell => ({
  lines: lines.flatMap((line) => line || []),
  marks: [],
  warning: null,
  sort: null,
  isIncomparable: false,
  ...more,
});

/** The amount and the day of its rate ("≈ 1,250.5 USD"), or why it cannot be compared. */
function moneyLines(money: ShownMoney | NotComparable, { t, message, calendarDay, locale }: Language): string[] {
  if ('problem' in money) return [message(money.problem)];
  const exact = `${sayNumber(money.value, locale)} ${money.currency}`;
  if (money.missingRate !== null) return [exact, t('No exchange rate for {currency}', { currency: money.missingRate })];
  if (money.day === null) return [exact];
  const day = calendarDay(money.day);
  return [
    `≈ ${sayRoughly(money.value, locale)} ${money.currency}`,
    money.isRateOld ? t('Rate of {day}, older than 7 days', { day }) : t('Rate of {day}', { day }),
  ];
}

/** Sort key of an amount in the common currency; null if it could not be converted. */
const moneySort = (money: ShownMoney | NotComparable): number | null =>
  'problem' in money || money.missingRate !== null ? null : money.value;

/** The wanted quantity: "20 t", "5,000". */
function wantedText({ quantity, unit }: NonNullable<WantedQuantity>, language: Language): string {
  const written = writeNumber(quantity, language.locale);
  if (!unit) return written;
  const known = readUnit(unit);
  if ('unread' in known || known.count > 1) return `${written} ${unit}`;
  const amount = amountText(quantity, known.unit, language);
  return quantity === 1 ? `1 ${amount}` : amount;
}

function minimumCell(
  quote: Quote,
  { minimum, isMinimumTooMuch }: ComparedColumn,
  wanted: WantedQuantity,
  language: Language,
): ComparisonCell {
  const { t } = language;
  const sort = 'unread' in minimum ? null : minimum.value * (minimum.unit?.size ?? 1);
  if (!wanted) return cell([quote.quantity], { sort });
  const amount = wantedText(wanted, language);
  if (isMinimumTooMuch) {
    return cell([quote.quantity], { sort, warning: t('More than the {amount} that you want', { amount }) });
  }
  return cell([quote.quantity, isMinimumTooMuch === null ? t('Not comparable with {amount}', { amount }) : null], {
    sort,
  });
}

function deliveryCell(quote: Quote, { delivery, isFastest }: ComparedColumn, language: Language): ComparisonCell {
  const { t, plural, locale } = language;
  if ('unread' in delivery) return cell([quote.deliveryTime, t('Not comparable: no number of days')]);
  const n = sayNumber(delivery.days, locale);
  const days = plural(delivery.days, { one: '{n} day', other: '{n} days' }, { n });
  return cell([quote.deliveryTime, quote.deliveryTime.toLowerCase() === days ? null : days], {
    sort: delivery.days,
    marks: isFastest ? [msg('Fastest')] : [],
  });
}

const moneyCell = (
  money: ShownMoney | NotComparable,
  language: Language,
  marks: Mark[] = [],
  terms: Terms = NO_TERMS,
): ComparisonCell =>
  cell([...moneyLines(money, language), termsText(terms, language)], {
    sort: moneySort(money),
    marks,
    isIncomparable: 'problem' in money,
  });

const text = (value: string | null): ComparisonCell => cell([value], { sort: value?.toLowerCase() || null });

/** The words of an empty cell. */
export const NOTHING = '–';

type Row = [key: ComparisonRowKey, label: string, cellOf: (quote: Quote, column: ComparedColumn) => ComparisonCell];

function rowsOf({ wanted, today }: ComparisonRequest, { unit, unlikeTerms }: Comparison, language: Language): Row[] {
  const { t, calendarDay } = language;
  const hasUnlikeTerms = unlikeTerms.length > 0;
  const { quantity, paymentMethod, shippingMethod, deliveryTime, accountType } = QUOTE_FACTS;
  return [
    ['status', t('Status'), (quote) => text(t(QUOTE_STATUS_LABELS[shownStatus(quote, today)]))],
    ['price', t('Price as written'), (quote) => text(QUOTE_FACTS.price.valueOf(quote, language))],
    [
      'unitPrice',
      unit ? t('Price per {unit}', { unit: amountText(1, unit, language) }) : t('Unit price'),
      (_quote, { unitPrice, terms, isBestPrice }) =>
        moneyCell(unitPrice, language, isBestPrice ? [msg('Best unit price')] : [], hasUnlikeTerms ? terms : NO_TERMS),
    ],
    ...(wanted
      ? [
          [
            'total',
            t('Total for {amount}', { amount: wantedText(wanted, language) }),
            (_quote, { total }) => (total ? moneyCell(total, language) : cell([])),
          ] satisfies Row,
        ]
      : []),
    ['minimum', t(quantity.long), (quote, column) => minimumCell(quote, column, wanted, language)],
    ['minimumOrder', t('Cost of the minimum'), (_quote, { minimumOrder }) => moneyCell(minimumOrder, language)],
    ['delivery', t(deliveryTime.long), (quote, column) => deliveryCell(quote, column, language)],
    [
      'rating',
      t('Rating of the supplier'),
      ({ supplier }, { isBestRated }) =>
        supplier.ratingAverage === null || supplier.ratingCount === 0
          ? cell([t('No reviews')])
          : cell(
              [
                t('{rating} of 5 ({n})', {
                  rating: averageText(supplier.ratingAverage, language),
                  n: supplier.ratingCount,
                }),
              ],
              {
                sort: supplier.ratingAverage,
                marks: isBestRated ? [msg('Best rated')] : [],
              },
            ),
    ],
    ['match', t(QUOTE_FACTS.productMatch.long), (quote) => text(shortMatch(quote.productMatch, language))],
    ['way', t('Delivery'), (quote) => text([quote.deliveryFrom, quote.deliveryTo].filter(Boolean).join(' → '))],
    ['payment', t(paymentMethod.long), (quote) => text(quote.paymentMethod)],
    ['shipping', t(shippingMethod.long), (quote) => text(quote.shippingMethod)],
    [
      'account',
      t(accountType.long),
      (quote) => text([accountType.valueOf(quote, language), quote.organizationName].filter(Boolean).join(': ')),
    ],
    [
      'documents',
      t('Documents'),
      (quote) =>
        cell(
          quote.attachments.map(({ name }) => name),
          { sort: quote.attachments.length || null },
        ),
    ],
    [
      'valid',
      t('Valid until'),
      (quote) => cell([quote.validUntil && calendarDay(quote.validUntil)], { sort: quote.validUntil }),
    ],
    ['description', t('Description'), (quote) => text(quote.description)],
  ];
}

/** Whether the quotes differ in a row, ignoring marks. */
const differs = ({ cells }: ComparisonRow) => new Set(cells.map(({ lines }) => lines.join('\n'))).size > 1;

function compareCells(a: ComparisonCell | undefined, b: ComparisonCell | undefined, order: 'asc' | 'desc'): number {
  const [left, right] = [a?.sort ?? null, b?.sort ?? null];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const direction = order === 'asc' ? 1 : -1;
  if (typeof left === 'number' && typeof right === 'number') return direction * (left - right);
  return direction * String(left).localeCompare(String(right), 'en');
}

/** Exchange rates used in the table, and reasons for missing marks. */
function notesOf(
  { currency, rates, quotes }: ComparisonRequest,
  { columns, withoutCurrentRate, unlikeTerms }: Comparison,
  { t, calendarDay, locale, message }: Language,
): string[] {
  const notes: string[] = [];
  const own = new Set(
    columns.flatMap(({ price }, index) => ('unread' in price ? (quotes[index]?.currency ?? []) : price.currency)),
  );
  const isConverted = [...own].some((code) => code !== currency);
  const used = isConverted ? [...new Set([...own, currency])].flatMap((code) => rates.get(code) ?? []) : [];
  if (used.length > 0) {
    const said = used.map(
      ({ currency: code, usdPerUnit, day, source }) =>
        `1 ${code} = ${sayRate(usdPerUnit, locale)} USD (${calendarDay(day)}, ${source})`,
    );
    notes.push(t('Exchange rates: {rates}', { rates: said.join('; ') }));
  }
  if (withoutCurrentRate.length > 0) {
    notes.push(
      t('No best unit price is marked, because there is no exchange rate of the last 7 days for {currencies}', {
        currencies: withoutCurrentRate.join(', '),
      }),
    );
  }
  if (unlikeTerms.length > 0) {
    notes.push(
      t('No best unit price is marked, because the prices are not alike: {differences}', {
        differences: unlikeTerms.map((term) => message(term)).join(', '),
      }),
    );
  }
  return notes;
}

/** The comparison as a table: columns of quotes in the order of the sorted row, rows of cells, and notes. */
export function comparisonTable(request: ComparisonRequest, language: Language): ComparisonTable {
  const { quotes, wanted, incoterm, currency, rates, today, sort, order, hasDifferencesOnly } = request;
  const comparison = compareQuotes(
    quotes.map((quote) => ({
      ...quote,
      rating: quote.supplier.ratingCount > 0 ? quote.supplier.ratingAverage : null,
      status: shownStatus(quote, today),
    })),
    { wanted, incoterm, currency, rates, today },
  );
  const pairs = quotes.flatMap((quote) => {
    const column = comparison.columns.find(({ id }) => id === quote.id);
    return column ? [{ quote, column }] : [];
  });
  const definitions = rowsOf(request, comparison, language);
  const cellOf = definitions.find(([key]) => key === sort)?.[2];
  if (cellOf) {
    pairs.sort((a, b) => compareCells(cellOf(a.quote, a.column), cellOf(b.quote, b.column), order));
  }
  const rows = definitions.map(([key, label, cellIn]): ComparisonRow => ({
    key,
    label,
    cells: pairs.map(({ quote, column }) => cellIn(quote, column)),
  }));
  return {
    quotes: pairs.map(({ quote }) => quote),
    rows: hasDifferencesOnly
      ? rows.filter(differs)
      : rows.filter(({ cells }) => cells.some(({ lines }) => lines.length > 0)),
    notes: notesOf(request, comparison, language),
  };
}

/** The full text of a cell. */
export const cellText = ({ lines, marks, warning }: ComparisonCell): string =>
  [...lines, ...(warning === null ? [] : [warning]), ...marks].join('; ');

/**
 * The table as CSV, in the order on screen, followed by the notes.
 * @param table a table in English
 */
export function comparisonCsv({ quotes, rows, notes }: ComparisonTable): string {
  return csvText([
    [ENGLISH.t('Supplier'), ...quotes.map(({ supplier }) => supplier.username)],
    ...rows.map(({ label, cells }) => [label, ...cells.map((each) => cellText(each) || NOTHING)]),
    ...notes.map((note) => [note]),
  ]);
}
