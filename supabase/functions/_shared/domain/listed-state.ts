import { openState } from './requirements.ts';

/** State of a post for admins: hidden, or the state that everybody sees. */
export const LISTED_STATES = ['open', 'overdue', 'closed', 'hidden'] as const;
export type ListedState = (typeof LISTED_STATES)[number];

/** The state of a post for admins, at a time in milliseconds. */
export function listedState(post: Parameters<typeof openState>[0] & { isHidden: boolean }, now: number): ListedState {
  return post.isHidden ? 'hidden' : openState(post, now);
}
