import type { CurrentUser } from './current-user.ts';
import { HIGHLIGHT_KEYS } from './highlight-keys.ts';

const PREFIX = 'userProfile_';

/**
 * The data that the browser stores about a user: public profile, organization and tax code; never token, email or
 * phone. See docs/decisions.md#what-the-browser-keeps
 */
export type ProfileCopy = Pick<
  CurrentUser,
  'id' | 'username' | 'avatarPath' | 'country' | 'companyName' | 'bio' | 'organization' | 'taxCode'
>;

/** The local storage key of a user's profile copy. */
export function profileCopyKey(userId: number): string {
  return PREFIX + userId;
}

/** Stores the profile copy of a user. A full or unavailable storage is ignored: the copy is a convenience. */
export function writeProfileCopy(user: CurrentUser): void {
  const { id, username, avatarPath, country, companyName, bio, organization, taxCode } = user;
  const copy: ProfileCopy = { id, username, avatarPath, country, companyName, bio, organization, taxCode };
  try {
    localStorage.setItem(profileCopyKey(id), JSON.stringify(copy));
  } catch (error) {
    console.warn('The profile copy was not kept:', error);
  }
}

/** Removes all data of a user from the browser except drafts. Runs at logout. */
export function removeUserTraces(): void {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  for (const key of [...keys.filter((each) => each.startsWith(PREFIX)), ...Object.values(HIGHLIGHT_KEYS)])
    localStorage.removeItem(key);
}
