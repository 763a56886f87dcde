import type { PostgrestResponse } from '@supabase/postgrest-js';
import { successOf } from '@/shared/backend/data-of.ts';
import { textAt } from '@/shared/text/text-at.ts';

/** How many rows there are, as PostgREST says where it was asked for some behind the last one. */
function rowsThere(error: object): number {
  return Number(/only (\d+) rows/.exec(textAt(error, 'details') ?? '')?.[1] ?? 0);
}

/**
 * One page of a list that PostgREST counts. In: the page, counted from 1, how many rows each has, and how to ask for some; out: its
 * rows, the number of all, and the page that it is. Behind the last page, where a link from earlier may lead, it is the last one.
 * Throws an AppError.
 */
export async function readPage<Row>(
  page: number,
  pageSize: number,
  ask: (first: number, last: number) => PromiseLike<PostgrestResponse<Row>>,
): Promise<{ rows: Row[]; total: number; page: number }> {
  const first = (page - 1) * pageSize;
  const answer = await ask(first, first + pageSize - 1);
  // A server that gives no rows instead of refusing (416) says how many there are all the same.
  const isBehind = page > 1 && (answer.status === 416 || answer.data?.length === 0);
  if (isBehind) {
    const last = Math.max(1, Math.ceil((answer.error ? rowsThere(answer.error) : (answer.count ?? 0)) / pageSize));
    return readPage(Math.min(last, page - 1), pageSize, ask);
  }
  const { data, count } = successOf(answer);
  return { rows: data, total: count ?? data.length, page };
}
