import { useNow } from '@/shared/ui/use-now.ts';
import type { Post } from './post.ts';

/** The time, told again while it matters until when a post takes quotes. */
export const useEndingNow = ({ quoteDeadline, closedAt }: Pick<Post, 'quoteDeadline' | 'closedAt'>): number =>
  useNow(quoteDeadline === null || closedAt !== null ? null : Date.parse(quoteDeadline));
