import { useNow } from '@/shared/ui/use-now.ts';
import type { Post } from '../shown-post.ts';

/** The current time, updated as long as the end of a request depends on it. */
export const useEndingNow = ({ quoteDeadline, closedAt }: Pick<Post, 'quoteDeadline' | 'closedAt'>): number =>
  useNow(quoteDeadline === null || closedAt !== null ? null : Date.parse(quoteDeadline));
