import { QUOTE_STATUS_LABELS, shownStatus } from '@domain/quote-status.ts';
import { csvText } from '@/shared/text/csv.ts';
import { QUOTE_FACTS, type QuoteFact } from './quote-facts.ts';
import type { Quote, QuoteSide } from './quote.ts';

type Column = readonly [name: string, valueOf: (quote: Quote) => string | null | undefined];

/** The other party of a quote. */
const PARTY_CSV_COLUMNS = {
  sent: ['Owner', (quote) => quote.owner?.username],
  received: ['Supplier', (quote) => quote.supplier.username],
} as const satisfies Record<QuoteSide, Column>;

const { productMatch, organizationName } = QUOTE_FACTS;

/** Heads are what people's spreadsheets read by: they stay, though two of them are short. */
const headOf = (fact: QuoteFact) => (fact === productMatch || fact === organizationName ? fact.short : fact.long);

const csvColumnsOf = (side: QuoteSide, today: string): readonly Column[] => [
  ['Sent', (quote) => quote.createdAt],
  ['Request', (quote) => quote.postTitle],
  PARTY_CSV_COLUMNS[side],
  ...Object.values(QUOTE_FACTS).map((fact): Column => [headOf(fact), fact.inFile]),
  ['Attachments', (quote) => quote.attachments.map((file) => file.name).join('; ')],
  ['Status', (quote) => QUOTE_STATUS_LABELS[shownStatus(quote, today)]],
];

/** Quotes as the text of a CSV file with a header row, lines ended as RFC 4180 wants. `today` is the UTC day by which they have expired or not. */
export function quotesCsv(side: QuoteSide, quotes: readonly Quote[], today: string): string {
  const columns = csvColumnsOf(side, today);
  return csvText([
    columns.map(([name]) => name),
    ...quotes.map((quote) => columns.map(([, valueOf]) => valueOf(quote) ?? '')),
  ]);
}
