import { stableUuid } from '../data/random.ts';

/** The Auth id of an account, which is also the name of its folders in the buckets. */
export const authIdOf = (username: string): string => stableUuid('account', username);

/** The client id of a post. */
export const postIdOf = (key: string): string => stableUuid('post', key);
