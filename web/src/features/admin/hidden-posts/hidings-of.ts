import type { HiddenPost } from './list-hidden-posts.ts';

export type ShownHiding = Pick<HiddenPost, 'id' | 'hiddenAt'>;

/** The arguments that name posts with the time of hiding that is shown, so that no later decision is touched. */
export const hidingsOf = (posts: readonly ShownHiding[]) => ({
  post_ids: posts.map(({ id }) => id),
  hidden_at: posts.map(({ hiddenAt }) => hiddenAt ?? '-infinity'),
});
