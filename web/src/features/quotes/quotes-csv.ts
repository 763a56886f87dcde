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

const csvColumnsOf = (side: QuoteSide): readonly Column[] => [
  ['Sent', (quote) => quote.createdAt],
  ['Request', (quote) => quote.postTitle],
  PARTY_CSV_COLUMNS[side],
  ...Object.values(QUOTE_FACTS).map((fact): Column => [headOf(fact), fact.inFile]),
  ['Attachments', (quote) => quote.attachments.map((file) => file.name).join('; ')],
];

/** Quotes as the text of a CSV file with a header row, lines ended as RFC 4180 wants. */
export function quotesCsv(side: QuoteSide, quotes: readonly Quote[]): string {
  const columns = csvColumnsOf(side);
  return csvText([
    columns.map(([name]) => name),
    ...quotes.map((quote) => columns.map(([, valueOf]) => valueOf(quote) ?? '')),
  ]);
}
