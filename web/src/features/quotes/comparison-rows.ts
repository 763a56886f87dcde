import { sayAmount, sayNumber, sayRate, sayRoughly } from '@domain/amounts.ts';
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
import { unitOf } from '@domain/units.ts';
import { csvText } from '@/shared/text/csv.ts';
import { calendarDay } from '@/shared/text/dates.ts';
import type { ComparisonRowKey } from './comparison-state.ts';
import { QUOTE_FACTS, shortMatch } from './quote-facts.ts';
import type { Quote } from './quote.ts';

export type Mark = 'Best unit price' | 'Fastest' | 'Best rated';

/** One quote in one row: lines of text, the first as written where the supplier wrote it; what it is sorted by, null last. */
export type ComparisonCell = {
  lines: string[];
  marks: Mark[];
  warning: string | null;
  sort: number | string | null;
  /** Says only why there is nothing to compare. */
  isIncomparable: boolean;
};

export type ComparisonRow = { key: ComparisonRowKey; label: string; cells: ComparisonCell[] };

/** The table as it is shown, printed and written to a file. `notes` say what was converted how, and what could not be. */
export type ComparisonTable = { quotes: Quote[]; rows: ComparisonRow[]; notes: string[] };

export type ComparisonRequest = {
  quotes: readonly Quote[];
  wanted: WantedQuantity;
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

/** Amounts as people read them: "≈ 1,250.5 USD" and the day of the rate, or why there is none. */
function moneyLines(money: ShownMoney | NotComparable): string[] {
  if ('problem' in money) return [money.problem];
  const exact = `${sayNumber(money.value)} ${money.currency}`;
  if (money.missingRate !== null) return [exact, `No exchange rate for ${money.missingRate}`];
  if (money.day === null) return [exact];
  const rate = `Rate of ${calendarDay(money.day)}`;
  return [`≈ ${sayRoughly(money.value)} ${money.currency}`, money.isRateOld ? `${rate}, older than 7 days` : rate];
}

/** Amounts in one currency are in order; those that could not be converted stand with those that have none. */
const moneySort = (money: ShownMoney | NotComparable): number | null =>
  'problem' in money || money.missingRate !== null ? null : money.value;

/** What the request wants, as one reads it: "20 t", "5,000". */
function sayWanted({ quantity, unit }: NonNullable<WantedQuantity>): string {
  const known = unit ? unitOf(unit) : null;
  if (!known) return sayNumber(quantity);
  return quantity === 1 ? `1 ${known.label}` : sayAmount(quantity, known);
}

function minimumCell(
  quote: Quote,
  { minimum, isMinimumTooMuch }: ComparedColumn,
  wanted: WantedQuantity,
): ComparisonCell {
  const sort = 'unread' in minimum ? null : minimum.value * (minimum.unit?.size ?? 1);
  if (!wanted) return cell([quote.quantity], { sort });
  if (isMinimumTooMuch) {
    return cell([quote.quantity], { sort, warning: `More than the ${sayWanted(wanted)} that you want` });
  }
  return cell([quote.quantity, isMinimumTooMuch === null ? `Not comparable with ${sayWanted(wanted)}` : null], {
    sort,
  });
}

function deliveryCell(quote: Quote, { delivery, isFastest }: ComparedColumn): ComparisonCell {
  if ('unread' in delivery) return cell([quote.deliveryTime, 'Not comparable: no number of days']);
  const days = delivery.days === 1 ? '1 day' : `${sayNumber(delivery.days)} days`;
  return cell([quote.deliveryTime, quote.deliveryTime.toLowerCase() === days ? null : days], {
    sort: delivery.days,
    marks: isFastest ? ['Fastest'] : [],
  });
}

const moneyCell = (money: ShownMoney | NotComparable, marks: Mark[] = []): ComparisonCell =>
  cell(moneyLines(money), { sort: moneySort(money), marks, isIncomparable: 'problem' in money });

const text = (value: string | null): ComparisonCell => cell([value], { sort: value?.toLowerCase() || null });

/** The words of an empty cell. */
export const NOTHING = '–';

type Row = [key: ComparisonRowKey, label: string, cellOf: (quote: Quote, column: ComparedColumn) => ComparisonCell];

function rowsOf({ wanted, today }: ComparisonRequest, { unit }: Comparison): Row[] {
  const { quantity, paymentMethod, shippingMethod, deliveryTime, accountType } = QUOTE_FACTS;
  return [
    ['status', 'Status', (quote) => text(QUOTE_STATUS_LABELS[shownStatus(quote, today)])],
    ['price', 'Price as written', (quote) => text(QUOTE_FACTS.price.valueOf(quote))],
    [
      'unitPrice',
      unit ? `Price per ${unit.label}` : 'Unit price',
      (_quote, { unitPrice, isBestPrice }) => moneyCell(unitPrice, isBestPrice ? ['Best unit price'] : []),
    ],
    ...(wanted
      ? [
          [
            'total',
            `Total for ${sayWanted(wanted)}`,
            (_quote, { total }) => (total ? moneyCell(total) : cell([])),
          ] satisfies Row,
        ]
      : []),
    ['minimum', quantity.long, (quote, column) => minimumCell(quote, column, wanted)],
    ['minimumOrder', 'Cost of the minimum', (_quote, { minimumOrder }) => moneyCell(minimumOrder)],
    ['delivery', deliveryTime.long, deliveryCell],
    [
      'rating',
      'Rating of the supplier',
      ({ supplier }, { isBestRated }) =>
        supplier.ratingAverage === null || supplier.ratingCount === 0
          ? cell(['No reviews'])
          : cell([`${supplier.ratingAverage.toFixed(1)} of 5 (${supplier.ratingCount})`], {
              sort: supplier.ratingAverage,
              marks: isBestRated ? ['Best rated'] : [],
            }),
    ],
    ['match', QUOTE_FACTS.productMatch.long, (quote) => text(shortMatch(quote.productMatch))],
    ['way', 'Delivery', (quote) => text([quote.deliveryFrom, quote.deliveryTo].filter(Boolean).join(' → '))],
    ['payment', paymentMethod.long, (quote) => text(quote.paymentMethod)],
    ['shipping', shippingMethod.long, (quote) => text(quote.shippingMethod)],
    [
      'account',
      accountType.long,
      (quote) => text([accountType.valueOf(quote), quote.organizationName].filter(Boolean).join(': ')),
    ],
    [
      'documents',
      'Documents',
      (quote) =>
        cell(
          quote.attachments.map(({ name }) => name),
          { sort: quote.attachments.length || null },
        ),
    ],
    [
      'valid',
      'Valid until',
      (quote) => cell([quote.validUntil && calendarDay(quote.validUntil)], { sort: quote.validUntil }),
    ],
    ['description', 'Description', (quote) => text(quote.description)],
  ];
}

/** Whether the quotes differ in a row, marks aside. */
const differs = ({ cells }: ComparisonRow) => new Set(cells.map(({ lines }) => lines.join('\n'))).size > 1;

function compareCells(a: ComparisonCell | undefined, b: ComparisonCell | undefined, order: 'asc' | 'desc'): number {
  const [left, right] = [a?.sort ?? null, b?.sort ?? null];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const direction = order === 'asc' ? 1 : -1;
  if (typeof left === 'number' && typeof right === 'number') return direction * (left - right);
  return direction * String(left).localeCompare(String(right), 'en');
}

/** The rates that the table used, and what keeps a mark from being given. */
function notesOf(
  { currency, rates, quotes }: ComparisonRequest,
  { columns, withoutCurrentRate }: Comparison,
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
        `1 ${code} = ${sayRate(usdPerUnit)} USD (${calendarDay(day)}, ${source})`,
    );
    notes.push(`Exchange rates: ${said.join('; ')}`);
  }
  if (withoutCurrentRate.length > 0) {
    notes.push(
      `No best unit price is marked, because there is no exchange rate of the last 7 days for ${withoutCurrentRate.join(', ')}`,
    );
  }
  return notes;
}

/** The comparison as a table: quotes as columns in the order of a row, rows with their cells, and notes. */
export function comparisonTable(request: ComparisonRequest): ComparisonTable {
  const { quotes, wanted, currency, rates, today, sort, order, hasDifferencesOnly } = request;
  const comparison = compareQuotes(
    quotes.map((quote) => ({
      ...quote,
      rating: quote.supplier.ratingCount > 0 ? quote.supplier.ratingAverage : null,
      status: shownStatus(quote, today),
    })),
    { wanted, currency, rates, today },
  );
  const pairs = quotes.flatMap((quote) => {
    const column = comparison.columns.find(({ id }) => id === quote.id);
    return column ? [{ quote, column }] : [];
  });
  const definitions = rowsOf(request, comparison);
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
    notes: notesOf(request, comparison),
  };
}

/** All that a cell says, as one text. */
export const cellText = ({ lines, marks, warning }: ComparisonCell): string =>
  [...lines, ...(warning === null ? [] : [warning]), ...marks].join('; ');

/** The table as the text of a CSV file: what the screen shows, in its order, and the notes below. */
export function comparisonCsv({ quotes, rows, notes }: ComparisonTable): string {
  return csvText([
    ['Supplier', ...quotes.map(({ supplier }) => supplier.username)],
    ...rows.map(({ label, cells }) => [label, ...cells.map((each) => cellText(each) || NOTHING)]),
    ...notes.map((note) => [note]),
  ]);
}
