import type { RequestState } from '@domain/quote-status.ts';
import { openState } from '@domain/requirements.ts';
import type { Quote } from '../facts/shown-quote.ts';

const STATES = { open: 'open', overdue: 'late', closed: 'closed' } as const satisfies Record<string, RequestState>;

/** The state of the request behind a quote, as far as the viewer can know; an invisible one counts as hidden. */
export function requestStateOf({ postId, post }: Pick<Quote, 'postId' | 'post'>, now = Date.now()): RequestState {
  if (postId === null) return 'deleted';
  if (post === null || post.isHidden) return 'hidden';
  return STATES[openState(post, now)];
}
