import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { containsPattern } from '@domain/fold.ts';
import { todayUtc } from '@domain/quote-status.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { readPage } from '@/shared/backend/read-page.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { compareValues } from '@/shared/text/compare-values.ts';
import { dayBounds, isNarrowed } from '@/shared/ui/data-table/table-state.ts';
import type { QuoteTableState } from './quote-table.ts';
import { selectQuotes, toShownQuote, type Quote, type QuoteSide } from '../facts/shown-quote.ts';

const SORT_COLUMNS = {
  sent: 'id',
  price: 'price_value',
  messages: 'last_message_at',
  changed: 'changed_at',
} as const;

/** For each list, the column of the user and that of the other party. */
const PARTIES = {
  sent: { own: 'supplier_id', other: 'post_owner_id' },
  received: { own: 'post_owner_id', other: 'supplier_id' },
} as const;

const OTHERS_MAX = 1_000;

/**
 * Finds the other parties by name, because PostgREST cannot combine a condition on their name with one on the title by
 * "or".
 */
async function findOthers(side: QuoteSide, userId: number, pattern: string, signal?: AbortSignal): Promise<number[]> {
  const quotes = supabase.from('quotes');
  let request =
    side === 'sent'
      ? quotes.select('other:profiles!quotes_post_owner_id_fkey!inner(id)')
      : quotes.select('other:profiles!quotes_supplier_id_fkey!inner(id)');
  request = request.eq(PARTIES[side].own, userId).like('other.folded', pattern).limit(OTHERS_MAX);
  if (signal) request = request.abortSignal(signal);
  const data = dataOf(await request);
  return [...new Set(data.map(({ other }) => other.id))];
}

/** A request for the quotes that a user sent or received and that match the filters. Throws an AppError. */
async function requestQuotes(side: QuoteSide, userId: number, { q, filters }: QuoteTableState, signal?: AbortSignal) {
  const { own, other } = PARTIES[side];
  const { since, before } = dayBounds(filters);
  const today = todayUtc();
  const pattern = containsPattern(q);
  const others = q ? await findOthers(side, userId, pattern, signal) : [];
  return () => {
    const isUndecided = filters.status === 'undecided';
    let request = selectQuotes(isUndecided ? '!inner' : '').eq(own, userId);
    if (isUndecided) {
      // As `account_desk` counts them.
      request = request.in('status', ['pending', 'shortlisted']).is('post.closed_at', null).eq('post.is_hidden', false);
    } else if (filters.status === 'expired') {
      request = request.in('status', ['pending', 'shortlisted']).lt('valid_until', today);
    } else if (filters.status) {
      request = request.eq('status', filters.status);
    }
    // Only undecided quotes expire.
    if (isUndecided || filters.status === 'pending' || filters.status === 'shortlisted')
      request = request.or(`valid_until.is.null,valid_until.gte.${today}`);
    if (filters.match) request = request.eq('product_match', filters.match);
    if (filters.accountType) request = request.eq('account_type', filters.accountType);
    if (since) request = request.gte('created_at', since);
    if (before) request = request.lt('created_at', before);
    if (q) request = request.or(`folded.like.${pattern},${other}.in.(${others.join(',')})`);
    return request;
  };
}

/**
 * A page of the quotes that a user sent or received, with the number of matches. The database filters and sorts. A page
 * past the end returns the last one. Throws an AppError.
 */
export async function listQuotes(side: QuoteSide, userId: number, state: QuoteTableState, signal?: AbortSignal) {
  const { sort, order, page, pageSize } = state;
  const matching = await requestQuotes(side, userId, state, signal);
  const { rows, ...read } = await readPage(page, pageSize, (first, last) => {
    const request = matching()
      .order(SORT_COLUMNS[sort], { ascending: order === 'asc', nullsFirst: false })
      .order('id', { ascending: false })
      .range(first, last);
    return signal ? request.abortSignal(signal) : request;
  });
  return { ...read, items: rows.map(toShownQuote) };
}

const ROWS_PER_EXPORT_REQUEST = 500;

/**
 * All quotes that match the filters, not only the page on screen, in the order of the list. Read by their ids, so that
 * none is missed or read twice while the list changes. Throws an AppError.
 */
export async function readAllQuotes(side: QuoteSide, userId: number, state: QuoteTableState): Promise<Quote[]> {
  const matching = await requestQuotes(side, userId, state);
  const readBefore = async (id: number) =>
    dataOf(await matching().lt('id', id).order('id', { ascending: false }).limit(ROWS_PER_EXPORT_REQUEST));
  const rows = await readBefore(Number.MAX_SAFE_INTEGER);
  for (let read = rows.length; read === ROWS_PER_EXPORT_REQUEST;) {
    const next = await readBefore(rows.at(-1)?.id ?? 0);
    rows.push(...next);
    read = next.length;
  }
  const column = SORT_COLUMNS[state.sort];
  const sign = state.order === 'asc' ? 1 : -1;
  return rows
    .sort((one, other) => {
      const [left, right] = [one[column], other[column]];
      // Without a value last, in either order.
      if (left === null || right === null) return Number(left === null) - Number(right === null) || other.id - one.id;
      return sign * compareValues(left, right) || other.id - one.id;
    })
    .map(toShownQuote);
}

/**
 * A page of the signed-in user's sent or received quotes. The previous page stays on screen while the next one loads.
 */
export const quotesQueryOptions = (side: QuoteSide, userId: number, state: QuoteTableState) =>
  queryOptions({
    queryKey: side === 'sent' ? keys.quotes.mineList(state) : keys.quotes.receivedList(state),
    queryFn: async ({ signal, client }) => {
      const page = await listQuotes(side, userId, state, signal);
      // The counts in the tabs must equal the list.
      if (!isNarrowed(state))
        client.setQueryData(side === 'sent' ? keys.quotes.mineCount : keys.quotes.receivedCount, page.total);
      return page;
    },
    placeholderData: keepPreviousData,
  });
