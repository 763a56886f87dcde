import type { QuoteStatus } from '@domain/quote-status.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { sendAgain } from '@/shared/backend/send-again.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

/**
 * Queries that a decision can change: all lists of quotes, the request that it can close, and whether messages can
 * still be written.
 */
const CHANGED = [
  keys.quotes.all,
  keys.posts.allQuotes,
  keys.posts.details,
  keys.posts.mine,
  keys.posts.lists,
  keys.messages.closedReasons,
];

type Answer = { error: object | null; status: number; statusText: string; data: unknown };
/** The state of a quote after a successful decision. */
type Mark = { status: QuoteStatus } | { version: number };

async function hasArrived(quoteId: number, mark: Mark): Promise<boolean> {
  const { data } = await supabase.from('quotes').select('status, version').eq('id', quoteId).maybeSingle();
  if (!data) return false;
  return 'status' in mark ? data.status === mark.status : data.version === mark.version;
}

/**
 * Sends a decision on a quote, and once more if no answer came. If the repeat is refused because the quote already has
 * the intended state, the first request had succeeded. Throws an AppError.
 */
async function decide(quoteId: number, mark: Mark, call: () => PromiseLike<Answer>): Promise<void> {
  await sendAgain(
    async () => dataOf(await call()),
    ({ kind }) => kind === 'conflict' && hasArrived(quoteId, mark),
  );
}

/**
 * A decision as a mutation. Refetches all affected queries, whether it succeeded or not.
 * @param call request of the decision
 * @param markOf state of the quote after it
 */
export function useDecision<Input extends { quoteId: number }>(
  call: (input: Input) => PromiseLike<Answer>,
  markOf: (input: Input) => Mark,
) {
  return useWrite((input: Input) => decide(input.quoteId, markOf(input), () => call(input)), CHANGED, false);
}
