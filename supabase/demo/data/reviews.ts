import { z } from 'zod';
import { RATING_MAX, RATING_MIN, REVIEW_COMMENT_MAX } from '../../functions/_shared/domain/limits.ts';
import { categorySchema, countrySchema, demoAccounts, textSchema, type FormCategory } from './accounts.ts';
import { demoPosts } from './posts.ts';
import { demoQuotes } from './quotes.ts';
import { randomOf } from './random.ts';
import { readTable } from './read-content.ts';

export interface DemoReview {
  reviewer: string;
  reviewed: string;
  rating: number;
  comment: string;
  /** The reply of the reviewed user, written after a fifth of the time since the review. */
  reply: string | null;
  minutesAgo: number;
}

const GOODS: readonly FormCategory[] = [
  'industrial',
  'manufacturing',
  'construction',
  'agricultural',
  'food',
  'textiles',
  'chemicals',
  'furniture',
  'retail',
  'electronics',
  'automotive',
  'healthcare',
  'energy',
];

const wordsSchema = z.strictObject({
  rating: z.int().min(RATING_MIN).max(RATING_MAX),
  comment: textSchema.max(REVIEW_COMMENT_MAX),
  /** The comment fits only a quote in one of these trades; "goods" for all but services. */
  trades: z.union([z.literal('goods').transform(() => GOODS), z.array(categorySchema)]).optional(),
  /** The comment fits only reviewers from one of these countries. */
  countries: z.array(countrySchema).optional(),
});

type Words = z.output<typeof wordsSchema>;

const reviews = readTable(
  'reviews.json',
  z.strictObject({
    /** By buyers, of suppliers who sent them a quote. */
    ofSuppliers: z.array(wordsSchema),
    /** By suppliers. */
    ofBuyers: z.array(wordsSchema),
    /** Replies to good reviews. */
    thanks: z.array(textSchema),
    /** Replies to complaints. */
    regrets: z.array(textSchema),
  }),
);

interface Meeting {
  buyer: string;
  supplier: string;
  trade: FormCategory;
  minutesAgo: number;
}

/** All demo reviews from the oldest to the newest: each between two users with a common quote, one per pair and direction. */
export const demoReviews: readonly DemoReview[] = [
  ...spoken(reviews.ofSuppliers, meetings(), ({ buyer, supplier }) => [buyer, supplier]),
  ...spoken(reviews.ofBuyers, oneWayMeetings(), ({ buyer, supplier }) => [supplier, buyer]),
].sort((a, b) => b.minutesAgo - a.minutesAgo);

/** Assigns each comment to a pair that it fits, starting with the most restricted comments. */
function spoken(
  words: readonly Words[],
  occasions: readonly Meeting[],
  roles: (meeting: Meeting) => readonly [reviewer: string, reviewed: string],
): DemoReview[] {
  const random = randomOf(`ratings ${words.length}`);
  const free = random.shuffle(occasions);
  const choosyFirst = [...words].sort((a, b) => choices(a) - choices(b));
  return choosyFirst.flatMap(({ rating, comment, trades, countries }) => {
    const index = free.findIndex((meeting) => {
      const [reviewer] = roles(meeting);
      return (
        (trades?.includes(meeting.trade) ?? true) &&
        (countries?.some((country) => country === countryOf(reviewer)) ?? true)
      );
    });
    const [meeting] = index < 0 ? [] : free.splice(index, 1);
    if (!meeting) return [];
    const [reviewer, reviewed] = roles(meeting);
    return [
      {
        reviewer,
        reviewed,
        rating,
        comment,
        reply: replyTo(rating, comment),
        minutesAgo: Math.round(meeting.minutesAgo * random.between(0.1, 0.8)),
      },
    ];
  });
}

/** About every third review has a reply, with regret if there was a complaint. */
function replyTo(rating: number, comment: string): string | null {
  if (comment.length % 3 !== 0) return null;
  const replies = rating <= 3 ? reviews.regrets : reviews.thanks;
  return replies[(comment.length / 3) % replies.length] ?? null;
}

function choices({ trades, countries }: Words): number {
  return (trades?.length ?? 20) + (countries?.length ?? 20);
}

function countryOf(username: string): string {
  return demoAccounts.find((account) => account.username === username)?.country ?? '';
}

/** The pairs of users with a quote between them, each once. */
function meetings(): Meeting[] {
  const met = new Map<string, Meeting>();
  for (const { postKey, supplier, minutesAgo } of demoQuotes) {
    const post = demoPosts.find(({ key }) => key === postKey);
    if (post) met.set(`${post.buyer} ${supplier}`, { buyer: post.buyer, supplier, trade: post.category, minutesAgo });
  }
  return [...met.values()];
}

/** Pairs without a quote in the other direction: otherwise, a review of the buyer could be a second one of the pair. */
function oneWayMeetings(): Meeting[] {
  const all = meetings();
  return all.filter(
    ({ buyer, supplier }) => !all.some((other) => other.buyer === supplier && other.supplier === buyer),
  );
}
