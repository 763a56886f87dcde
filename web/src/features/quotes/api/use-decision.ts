import type { QuoteStatus } from '@domain/quote-status.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import { AppError, isRefusal } from '@/shared/errors/app-error.ts';

/** What a decision may change: the quotes wherever they are listed, the request that is closed with it, and whether people can still write. */
const CHANGED = [
  keys.quotes.all,
  keys.posts.allQuotes,
  keys.posts.details,
  keys.posts.mine,
  keys.posts.lists,
  keys.messages.closedReasons,
];

type Answer = { error: object | null; status: number; statusText: string; data: unknown };
/** What is known of a quote after a decision has arrived. */
type Mark = { status: QuoteStatus } | { version: number };

async function hasArrived(quoteId: number, mark: Mark): Promise<boolean> {
  const { data } = await supabase.from('quotes').select('status, version').eq('id', quoteId).maybeSingle();
  if (!data) return false;
  return 'status' in mark ? data.status === mark.status : data.version === mark.version;
}

/**
 * Writes a decision on a quote. Where no answer came it is asked for once more; when that is refused because the quote is already what it
 * was to become, the first one had arrived. Throws an AppError.
 */
async function decide(quoteId: number, mark: Mark, call: () => PromiseLike<Answer>): Promise<void> {
  try {
    dataOf(await call());
  } catch (lost) {
    if (isRefusal(lost)) throw lost;
    try {
      dataOf(await call());
    } catch (error) {
      const isConflict = error instanceof AppError && error.kind === 'conflict';
      if (!isConflict || !(await hasArrived(quoteId, mark))) throw error;
    }
  }
}

/**
 * A decision as a mutation, after which everything is read again that shows it, refused or not. In: the call, and what the quote has
 * afterwards.
 */
export function useDecision<Input extends { quoteId: number }>(
  call: (input: Input) => PromiseLike<Answer>,
  markOf: (input: Input) => Mark,
) {
  return useWrite((input: Input) => decide(input.quoteId, markOf(input), () => call(input)), CHANGED, false);
}
