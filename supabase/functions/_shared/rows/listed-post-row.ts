import { listedState } from '../domain/listed-state.ts';
import { HIDDEN_POST_COLUMNS, toHiddenPost } from './hidden-post-row.ts';
import type { Row } from './row.ts';

const OWN = 'country, is_hidden, created_at, quote_deadline, closed_at';

/** Columns of a post, hidden or not, for admins. */
export const LISTED_POST_COLUMNS = `${HIDDEN_POST_COLUMNS}, ${OWN}` as const;

/** A post for admins; the deadline of a closed one counts no more. */
export function toListedPost(row: Parameters<typeof toHiddenPost>[0] & Row<'posts', typeof OWN>) {
  const { is_hidden: isHidden, closed_at: closedAt, quote_deadline: quoteDeadline } = row;
  return {
    ...toHiddenPost(row),
    country: row.country,
    state: listedState({ isHidden, closedAt, quoteDeadline }, Date.now()),
    createdAt: row.created_at,
    quoteDeadline: closedAt === null ? quoteDeadline : null,
  };
}
