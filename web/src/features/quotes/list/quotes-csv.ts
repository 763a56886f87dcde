import { standingLabel } from '@domain/quote-status.ts';
import { csvText } from '@/shared/text/csv.ts';
import { QUOTE_FACTS, type QuoteFact } from '../facts/quote-facts.ts';
import { requestStateOf } from '../facts/request-state.ts';
import type { Quote, QuoteSide } from '../facts/shown-quote.ts';

type Column = readonly [name: string, valueOf: (quote: Quote) => string | null | undefined];

/** The other party's column. */
const PARTY_CSV_COLUMNS = {
  sent: ['Owner', (quote) => quote.owner?.username],
  received: ['Supplier', (quote) => quote.supplier.username],
} as const satisfies Record<QuoteSide, Column>;

const { productMatch, organizationName } = QUOTE_FACTS;

/** Column heads are an interface for people's spreadsheets: two of them keep their short names for compatibility. */
const headOf = (fact: QuoteFact) => (fact === productMatch || fact === organizationName ? fact.short : fact.long);

const csvColumnsOf = (side: QuoteSide, today: string): readonly Column[] => [
  ['Sent', (quote) => quote.createdAt],
  ['Request', (quote) => quote.postTitle],
  PARTY_CSV_COLUMNS[side],
  ...Object.values(QUOTE_FACTS).map((fact): Column => [headOf(fact), fact.inFile]),
  ['Attachments', (quote) => quote.attachments.map((file) => file.name).join('; ')],
  ['Status', (quote) => standingLabel(quote, requestStateOf(quote), today)],
];

/** Quotes as CSV with a header row and RFC 4180 line ends. `today` is the UTC day that decides which have expired. */
export function quotesCsv(side: QuoteSide, quotes: readonly Quote[], today: string): string {
  const columns = csvColumnsOf(side, today);
  return csvText([
    columns.map(([name]) => name),
    ...quotes.map((quote) => columns.map(([, valueOf]) => valueOf(quote) ?? '')),
  ]);
}
