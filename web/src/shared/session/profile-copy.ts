import type { CurrentUser } from './current-user.ts';

const PREFIX = 'userProfile_';
const HIGHLIGHT_KEYS = ['highlightedMessageId', 'highlightedQuoteId', 'highlightedPostId', 'accountActiveTab'] as const;

/** What is kept of a user in the browser (B25): the public profile, organization and tax code; never token, e-mail or phone. */
export type ProfileCopy = Pick<
  CurrentUser,
  'id' | 'username' | 'avatarPath' | 'country' | 'companyName' | 'bio' | 'organization' | 'taxCode'
>;

/** The local storage key of a user's profile copy. */
export function profileCopyKey(userId: number): string {
  return PREFIX + userId;
}

/** Keeps the profile copy of a user (§3 User, B25). A full or forbidden storage is ignored: the copy is a convenience. */
export function writeProfileCopy(user: CurrentUser): void {
  const { id, username, avatarPath, country, companyName, bio, organization, taxCode } = user;
  const copy: ProfileCopy = { id, username, avatarPath, country, companyName, bio, organization, taxCode };
  try {
    localStorage.setItem(profileCopyKey(id), JSON.stringify(copy));
  } catch (error) {
    console.warn('The profile copy was not kept:', error);
  }
}

/** Removes everything of a user from the browser but his drafts (B25). Runs at logout. */
export function removeUserTraces(): void {
  const copies = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of [...copies, ...HIGHLIGHT_KEYS]) localStorage.removeItem(key);
}
