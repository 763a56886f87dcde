import type { RequestState } from '@domain/quote-status.ts';
import { openState } from '@domain/requirements.ts';
import type { Row } from '@rows/row.ts';

/** Maps the columns of a request that decide whether it is open. */
export const toOpenness = (row: Row<'posts', 'is_hidden, closed_at, quote_deadline'>) => ({
  isHidden: row.is_hidden,
  closedAt: row.closed_at,
  quoteDeadline: row.quote_deadline,
});

/** The request of a quote; `post` is null if it is deleted or hidden from the viewer. */
export type OfRequest = { postId: number | null; post: ReturnType<typeof toOpenness> | null };

const STATES = { open: 'open', overdue: 'late', closed: 'closed' } as const satisfies Record<string, RequestState>;

/** The state of the request behind a quote, as far as the viewer can know; an invisible one counts as hidden. */
export function requestStateOf({ postId, post }: OfRequest, now = Date.now()): RequestState {
  if (postId === null) return 'deleted';
  if (post === null || post.isHidden) return 'hidden';
  return STATES[openState(post, now)];
}
