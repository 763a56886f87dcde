import type { QuoteTableState } from './quote-table.ts';
import type { Quote, QuoteSide } from '../facts/shown-quote.ts';
import { listQuotes } from './list-quotes.ts';

const ROWS_PER_REQUEST = 500;
/** More rows than a spreadsheet is useful for; keeps one export from blocking the server. */
const ROWS_MAX = 10_000;

/** Reads all quotes that match the filters, not only the page on screen. Throws an AppError. */
export async function readAllQuotes(side: QuoteSide, userId: number, state: QuoteTableState): Promise<Quote[]> {
  const quotes: Quote[] = [];
  for (let page = 1; quotes.length < ROWS_MAX; page += 1) {
    const read = await listQuotes(side, userId, { ...state, page, pageSize: ROWS_PER_REQUEST });
    // The last page repeats: the list has become shorter in the meantime.
    if (read.page < page) break;
    quotes.push(...read.items);
    if (quotes.length >= read.total) break;
  }
  return quotes;
}
