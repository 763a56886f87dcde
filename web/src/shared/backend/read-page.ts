import type { PostgrestResponse } from '@supabase/postgrest-js';
import { successOf } from '@/shared/backend/data-of.ts';
import { textAt } from '@/shared/text/text-at.ts';

/** The total from PostgREST's error for an offset past the end. */
function rowsThere(error: object): number {
  return Number(/only (\d+) rows/.exec(textAt(error, 'details') ?? '')?.[1] ?? 0);
}

/**
 * One page of a list with PostgREST's count. A page past the end, as in an old link, returns the last one. Throws an
 * AppError.
 * @param page starts at 1
 * @returns rows, total, and the page they are from
 */
export async function readPage<Row>(
  page: number,
  pageSize: number,
  ask: (first: number, last: number) => PromiseLike<PostgrestResponse<Row>>,
): Promise<{ rows: Row[]; total: number; page: number }> {
  const first = (page - 1) * pageSize;
  const answer = await ask(first, first + pageSize - 1);
  // Some servers return no rows instead of 416, but still with the total.
  const isBehind = page > 1 && (answer.status === 416 || answer.data?.length === 0);
  if (isBehind) {
    const last = Math.max(1, Math.ceil((answer.error ? rowsThere(answer.error) : (answer.count ?? 0)) / pageSize));
    return readPage(Math.min(last, page - 1), pageSize, ask);
  }
  const { data, count } = successOf(answer);
  return { rows: data, total: count ?? data.length, page };
}
