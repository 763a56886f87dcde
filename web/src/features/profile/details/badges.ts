import { msg } from '@/shared/i18n/msg.ts';

const DAY = 86_400_000;
const ESTABLISHED_DAYS = 365;
const NEW_DAYS = 30;
const ACTIVE_POSTS = 10;
const TOP_AVERAGE = 4.5;
const TOP_REVIEWS = 3;

type Facts = {
  createdAt: string;
  postCount: number;
  /** Undefined for guests. */
  rating?: { averageRating: number; totalReviews: number };
};

/** The badges of a user, derived from public data only. */
export function badgesOf({ createdAt, postCount, rating }: Facts, now = Date.now()): string[] {
  const days = (now - Date.parse(createdAt)) / DAY;
  const isTop = rating !== undefined && rating.totalReviews >= TOP_REVIEWS && rating.averageRating >= TOP_AVERAGE;
  return [
    ...(isTop ? [msg('Top rated')] : []),
    ...(days >= ESTABLISHED_DAYS ? [msg('Established member')] : []),
    ...(days < NEW_DAYS ? [msg('New member')] : []),
    ...(postCount >= ACTIVE_POSTS ? [msg('Active buyer')] : []),
  ];
}
