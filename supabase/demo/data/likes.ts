import { demoAccounts } from './accounts.ts';
import { demoPosts } from './posts.ts';
import { randomOf } from './random.ts';

export interface DemoLike {
  postKey: string;
  username: string;
  minutesAgo: number;
}

/** Likes of the posts: most posts have few, a handful many, and older posts more than new ones. */
export const demoLikes: readonly DemoLike[] = demoPosts.flatMap((post) => {
  const random = randomOf(`likes of ${post.key}`);
  const interest = random.between(0, 1) ** 3;
  const age = Math.min(1, post.minutesAgo / (6 * 24 * 60));
  const others = demoAccounts.filter((account) => account.username !== post.buyer);
  const count = Math.round(interest * (0.15 + 0.85 * age) * others.length * 0.8);
  return random
    .shuffle(others)
    .slice(0, count)
    .map(({ username }) => ({
      postKey: post.key,
      username,
      minutesAgo: Math.round(post.minutesAgo * random.between(0.05, 0.97)),
    }));
});
