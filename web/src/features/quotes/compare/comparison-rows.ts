import { sayNumber, sayPercent, sayRate } from '@domain/amounts.ts';
import { convertMoney, type ExchangeRates } from '@domain/exchange-rates.ts';
import {
  compareQuotes,
  type ComparedColumn,
  type Comparison,
  type NotComparable,
  type ShownMoney,
  type WantedQuantity,
} from '@domain/quote-comparison.ts';
import { standingOf, type Asked, type Standing } from '@domain/quote-standing.ts';
import { QUOTE_STATUS_LABELS, shownStatus, type ShownStatus } from '@domain/quote-status.ts';
import { NO_TERMS, type Terms } from '@domain/trade-terms.ts';
import type { Unit } from '@domain/units.ts';
import { averageText } from '@/shared/text/average-text.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import type { ComparisonRowKey } from './comparison-state.ts';
import { equalDecimals, sayFigure } from '../facts/figures.ts';
import { QUOTE_FACTS, shortMatch, wayOf } from '../facts/quote-facts.ts';
import { amountText, shownQuantity, termsText, wantedText } from '../facts/price-text.ts';
import { unitName } from '@/shared/text/unit-words.ts';
import type { Quote } from '../facts/shown-quote.ts';

/** English texts of the marks; translated where they are shown. */
export const MARKS = [msg('Best unit price'), msg('Fastest'), msg('Best rated')] as const;
export type Mark = (typeof MARKS)[number];

/** One cell: lines of text, the first as the supplier wrote it, and a sort key (null last). */
export type ComparisonCell = {
  lines: string[];
  /** The day of the exchange rate, where it need not stand in the cell because the notes name it for all; on hover. */
  rate: string | null;
  marks: Mark[];
  warning: string | null;
  sort: number | string | null;
  /** Holds only the reason why there is nothing to compare. */
  isIncomparable: boolean;
  /** Starts with a number, by which its whole row stands at the end of the columns. */
  isFigure: boolean;
  /** The first line names a deviation from the request that is to the advantage of the buyer or not; null for none. */
  deviation: 'better' | 'worse' | null;
};

export type ComparisonRow = { key: ComparisonRowKey; label: string; cells: ComparisonCell[] };

/** A quote with what was computed of it. */
export type ComparedQuote = { quote: Quote; column: ComparedColumn; standing: Standing; status: ShownStatus };

/** The table as shown and printed. `notes` list the conversions used and those that were impossible. */
export type ComparisonTable = {
  /** In the order of the columns. */
  compared: ComparedQuote[];
  rows: ComparisonRow[];
  /** The unit of the unit prices. */
  unit: string | null;
  notes: string[];
};

export type ComparisonRequest = {
  quotes: readonly Quote[];
  wanted: WantedQuantity;
  asked: Asked;
  /** What all quotes on the request are reckoned in, where these are only some of them. */
  unit?: Unit | null;
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
  rate: null,
  marks: [],
  warning: null,
  sort: null,
  isIncomparable: false,
  isFigure: false,
  deviation: null,
  ...more,
});

/** How the amounts of a row are said. */
type Figures = { decimals: number; hasOneRateDay: boolean };

/** The amount with the day of its rate ("≈ 1,250.5 USD"), or why it cannot be compared. */
function moneyText(
  money: ShownMoney | NotComparable,
  { decimals, hasOneRateDay }: Figures,
  { t, message, calendarDay, locale }: Language,
): Pick<ComparisonCell, 'lines' | 'rate'> {
  if ('problem' in money) return { lines: [message(money.problem)], rate: null };
  const figure = `${sayFigure(money, decimals, locale)} ${money.currency}`;
  if (money.missingRate !== null) {
    return { lines: [figure, t('No exchange rate for {currency}', { currency: money.missingRate })], rate: null };
  }
  if (money.day === null) return { lines: [figure], rate: null };
  const day = calendarDay(money.day);
  if (money.isRateOld) return { lines: [figure, t('Rate of {day}, older than 7 days', { day })], rate: null };
  const rate = t('Rate of {day}', { day });
  return hasOneRateDay ? { lines: [figure], rate } : { lines: [figure, rate], rate: null };
}

/** Sort key of an amount in the common currency; null if it could not be converted. */
const moneySort = (money: ShownMoney | NotComparable): number | null =>
  'problem' in money || money.missingRate !== null ? null : money.value;

function minimumCell(
  quote: Quote,
  { minimum, isMinimumTooMuch }: ComparedColumn,
  wanted: WantedQuantity,
  language: Language,
): ComparisonCell {
  const { t } = language;
  const written = shownQuantity(quote, language);
  const sort = 'unread' in minimum ? null : minimum.value * (minimum.unit?.size ?? 1);
  const figure = { sort, isFigure: true };
  if (!wanted) return cell([written], figure);
  const amount = wantedText(wanted, language);
  if (isMinimumTooMuch) {
    return cell([written], { ...figure, warning: t('More than the {amount} that you want', { amount }) });
  }
  const reason = isMinimumTooMuch === null ? t('Not comparable with {amount}', { amount }) : null;
  return cell([written, reason], figure);
}

function deliveryCell(quote: Quote, { delivery, isFastest }: ComparedColumn, language: Language): ComparisonCell {
  const { t, plural, locale } = language;
  if ('unread' in delivery) return cell([quote.deliveryTime, t('Not comparable: no number of days')]);
  const n = sayNumber(delivery.days, locale);
  const days = plural(delivery.days, { one: '{n} day', other: '{n} days' }, { n });
  return cell([quote.deliveryTime, quote.deliveryTime.toLowerCase() === days ? null : days], {
    sort: delivery.days,
    isFigure: true,
    marks: isFastest ? [msg('Fastest')] : [],
  });
}

function moneyCell(
  money: ShownMoney | NotComparable,
  figures: Figures,
  language: Language,
  marks: Mark[] = [],
  terms: Terms = NO_TERMS,
): ComparisonCell {
  const { lines, rate } = moneyText(money, figures, language);
  return cell([...lines, termsText(terms, language)], {
    rate,
    sort: moneySort(money),
    marks,
    isIncomparable: 'problem' in money,
    isFigure: !('problem' in money),
  });
}

/** Whether all amounts that are converted are by rates of one day, which the notes name. */
function hasOneDay(amounts: readonly (ShownMoney | NotComparable | null)[]): boolean {
  const days = amounts.flatMap((each) => (each === null || 'problem' in each || each.day === null ? [] : [each.day]));
  return new Set(days).size <= 1;
}

function targetCell({ overTarget }: Standing, isBestPrice: boolean, { t, message, locale }: Language): ComparisonCell {
  if (overTarget === null) return cell([]);
  if (typeof overTarget !== 'number') return cell([message(overTarget.problem)], { isIncomparable: true });
  const share = sayPercent(Math.abs(overTarget), locale);
  const more = { sort: overTarget, isFigure: true, marks: isBestPrice ? [msg('Best unit price')] : [] };
  if (share === sayPercent(0, locale)) return cell([t('As wanted')], more);
  return overTarget > 0
    ? cell([t('{share} above', { share })], { ...more, deviation: 'worse' })
    : cell([t('{share} below', { share })], { ...more, deviation: 'better' });
}

function neededByCell({ daysLate }: Standing, { t, plural, locale }: Language): ComparisonCell {
  if (daysLate === null) return cell([t('Not comparable: no number of days')], { isIncomparable: true });
  if (daysLate <= 0) return cell([t('In time')], { sort: daysLate });
  const n = sayNumber(daysLate, locale);
  return cell([], {
    sort: daysLate,
    warning: plural(daysLate, { one: '{n} day late', other: '{n} days late' }, { n }),
  });
}

function incotermCell({ incoterm }: Standing, wanted: string, { t }: Language): ComparisonCell {
  if (incoterm === null) return cell([t('Not stated')]);
  return cell([incoterm], { sort: incoterm, warning: incoterm === wanted ? null : t('You want {wanted}', { wanted }) });
}

const text = (value: string | null): ComparisonCell => cell([value], { sort: value?.toLowerCase() || null });

/** The words of an empty cell. */
export const NOTHING = '–';

type Row = [
  key: ComparisonRowKey,
  label: string,
  cellOf: (quote: Quote, column: ComparedColumn, standing: Standing) => ComparisonCell,
];

/** How each quote stands against what the request names: target price, needed-by day and Incoterm. */
function standingRows(request: ComparisonRequest, language: Language): Row[] {
  const { target, unit, neededBy, incoterm } = request.asked;
  const { t } = language;
  const rows: Row[] = [];
  if (target) {
    const price = `${sayNumber(target.price, language.locale)} ${target.currency}`;
    rows.push([
      'target',
      t('Target: {price}', {
        price: unit ? t('{price} per {unit}', { price, unit: unitName(unit, language) }) : price,
      }),
      (_quote, { isBestPrice }, standing) => targetCell(standing, isBestPrice, language),
    ]);
  }
  if (neededBy !== null) {
    rows.push([
      'neededBy',
      t('Needed by {date}', { date: language.dueDay(neededBy, Date.parse(request.today)).replaceAll(' ', '\u00a0') }),
      (_quote, _column, standing) => neededByCell(standing, language),
    ]);
  }
  if (incoterm !== null) {
    rows.push([
      'incoterm',
      t('Incoterm: {wanted}', { wanted: incoterm }),
      (_quote, _column, standing) => incotermCell(standing, incoterm, language),
    ]);
  }
  return rows;
}

function rowsOf(request: ComparisonRequest, { unit, unlikeTerms, columns }: Comparison, language: Language): Row[] {
  const { wanted, today } = request;
  const { t, calendarDay } = language;
  const hasOneRateDay = hasOneDay(columns.flatMap((column) => [column.unitPrice, column.total, column.minimumOrder]));
  const figuresOf = (row: 'unitPrice' | 'total' | 'minimumOrder'): Figures => ({
    decimals: equalDecimals(columns.map((column) => column[row])),
    hasOneRateDay,
  });
  const figures = {
    unitPrice: figuresOf('unitPrice'),
    total: figuresOf('total'),
    minimumOrder: figuresOf('minimumOrder'),
  };
  const hasUnlikeTerms = unlikeTerms.length > 0;
  const { quantity, paymentMethod, shippingMethod, deliveryTime, accountType } = QUOTE_FACTS;
  return [
    ['price', t('Price as written'), (quote) => text(QUOTE_FACTS.price.valueOf(quote, language))],
    ...standingRows(request, language),
    ['status', t('Status'), (quote) => text(t(QUOTE_STATUS_LABELS[shownStatus(quote, today)]))],
    [
      'unitPrice',
      unit ? t('Price per {unit}', { unit: amountText(1, unit, language) }) : t('Unit price'),
      (_quote, { unitPrice, terms, isBestPrice }) =>
        moneyCell(
          unitPrice,
          figures.unitPrice,
          language,
          isBestPrice ? [msg('Best unit price')] : [],
          hasUnlikeTerms ? terms : NO_TERMS,
        ),
    ],
    ...(wanted
      ? [
          [
            'total',
            t('Total for {amount}', { amount: wantedText(wanted, language) }),
            (_quote, { total }) => (total ? moneyCell(total, figures.total, language) : cell([])),
          ] satisfies Row,
        ]
      : []),
    ['minimum', t(quantity.long), (quote, column) => minimumCell(quote, column, wanted, language)],
    [
      'minimumOrder',
      t('Cost of the minimum'),
      (_quote, { minimumOrder }) => moneyCell(minimumOrder, figures.minimumOrder, language),
    ],
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
                isFigure: true,
                marks: isBestRated ? [msg('Best rated')] : [],
              },
            ),
    ],
    ['match', t(QUOTE_FACTS.productMatch.long), (quote) => text(shortMatch(quote.productMatch, language))],
    ['way', t('Delivery'), (quote) => text(wayOf(quote))],
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
const differs = ({ cells }: ComparisonRow) =>
  new Set(cells.map(({ lines, warning }) => [...lines, warning].join('\n'))).size > 1;

function compareCells(a: ComparisonCell | undefined, b: ComparisonCell | undefined, order: 'asc' | 'desc'): number {
  const [left, right] = [a?.sort ?? null, b?.sort ?? null];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const direction = order === 'asc' ? 1 : -1;
  if (typeof left === 'number' && typeof right === 'number') return direction * (left - right);
  return direction * String(left).localeCompare(String(right), 'en');
}

/** More than converted amounts have, so that they can be computed again. */
const RATE_DIGITS = 6;

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
  const said = [...own].flatMap((code) => {
    const rate = convertMoney(1, code, currency, rates);
    if (!rate || rate.day === null) return [];
    // Of both directions, the one whose number is more than 1.
    const [one, value, other] = rate.value < 1 ? [currency, 1 / rate.value, code] : [code, rate.value, currency];
    const sources = new Set([code, currency].flatMap((each) => rates.get(each)?.source ?? []));
    return `1 ${one} = ${sayRate(Number(value.toPrecision(RATE_DIGITS)), locale)} ${other} (${[calendarDay(rate.day), ...sources].join(', ')})`;
  });
  if (said.length > 0) notes.push(t('Exchange rates: {rates}', { rates: said.join('; ') }));
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

/** Quotes that can be chosen or have been; all others stand last. */
export const isOpenQuote = (status: ShownStatus): boolean =>
  status === 'pending' || status === 'shortlisted' || status === 'accepted';

/** The comparison as a table: columns in the order of the sorted row, else as given, rows of cells, and notes. */
export function comparisonTable(request: ComparisonRequest, language: Language): ComparisonTable {
  const { quotes, wanted, asked, unit = null, currency, rates, today, sort, order, hasDifferencesOnly } = request;
  const read = quotes.map((quote) => ({
    ...quote,
    rating: quote.supplier.ratingCount > 0 ? quote.supplier.ratingAverage : null,
    status: shownStatus(quote, today),
  }));
  const comparison = compareQuotes(read, { wanted, unit, incoterm: asked.incoterm, currency, rates, today });
  const compared = quotes.flatMap((quote, index): ComparedQuote[] => {
    const [own, column] = [read[index], comparison.columns[index]];
    return own && column
      ? [{ quote, column, standing: standingOf(own, asked, { rates, today }), status: own.status }]
      : [];
  });
  const definitions = rowsOf(request, comparison, language);
  const cellOf = definitions.find(([key]) => key === sort)?.[2];
  const sortCell = ({ quote, column, standing }: ComparedQuote) => cellOf?.(quote, column, standing);
  compared.sort(
    (a, b) =>
      Number(isOpenQuote(b.status)) - Number(isOpenQuote(a.status)) || compareCells(sortCell(a), sortCell(b), order),
  );
  const rows = definitions.map(([key, label, cellIn]): ComparisonRow => ({
    key,
    label,
    cells: compared.map(({ quote, column, standing }) => cellIn(quote, column, standing)),
  }));
  return {
    compared,
    rows: hasDifferencesOnly
      ? rows.filter((row) => row.key === 'price' || differs(row))
      : rows.filter(({ cells }) => cells.some(({ lines, warning }) => lines.length > 0 || warning !== null)),
    unit: comparison.unit?.label ?? null,
    notes: notesOf(request, comparison, language),
  };
}

/** The full text of a cell. */
export const cellText = ({ lines, rate, marks, warning }: ComparisonCell): string =>
  [...lines, rate, warning, ...marks].filter((each) => each !== null).join('; ');
