import type { QuoteTableState } from '../quote-table.ts';
import type { Quote, QuoteSide } from '../quote.ts';
import { listQuotes } from './list-quotes.ts';

const ROWS_PER_REQUEST = 500;
/** More rows than anybody reads in a spreadsheet; keeps one export from holding the whole server. */
const ROWS_MAX = 10_000;

/** Reads every quote that the list is narrowed to, not only those of the page that is shown. Throws an AppError. */
export async function readAllQuotes(side: QuoteSide, userId: number, state: QuoteTableState): Promise<Quote[]> {
  const quotes: Quote[] = [];
  for (let page = 1; quotes.length < ROWS_MAX; page += 1) {
    const read = await listQuotes(side, userId, { ...state, page, pageSize: ROWS_PER_REQUEST });
    // The page before again: meanwhile there are fewer.
    if (read.page < page) break;
    quotes.push(...read.items);
    if (quotes.length >= read.total) break;
  }
  return quotes;
}
