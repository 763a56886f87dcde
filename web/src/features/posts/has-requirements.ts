import type { Post } from './post.ts';

type Requirements = Pick<Post, 'quantity' | 'targetPrice' | 'neededBy' | 'quoteDeadline' | 'incoterm' | 'closedAt'>;

/** Whether a card has to say more than title, place and description: something optional is given, or the request is closed. */
export function hasRequirements(post: Requirements): boolean {
  return [post.quantity, post.targetPrice, post.neededBy, post.quoteDeadline, post.incoterm, post.closedAt].some(
    (given) => given !== null,
  );
}
