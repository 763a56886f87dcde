import { z } from 'zod';
import type { CurrentUser } from './current-user.ts';

const PREFIX = 'userProfile_';
const HIGHLIGHT_KEYS = ['highlightedMessageId', 'highlightedQuoteId', 'highlightedPostId', 'accountActiveTab'] as const;

const profileCopySchema = z.object({
  id: z.number(),
  username: z.string(),
  avatarPath: z.string().nullable(),
  country: z.string(),
  companyName: z.string(),
  bio: z.string(),
  organization: z.string(),
  taxCode: z.string(),
});

/** What is kept of a user in the browser (B25): the public profile, organization and tax code; never token, e-mail or phone. */
export type ProfileCopy = z.infer<typeof profileCopySchema>;

/** The local storage key of a user's profile copy. */
export function profileCopyKey(userId: number): string {
  return PREFIX + userId;
}

/** Keeps the profile copy of a user (§3 User, B25). A full or forbidden storage is ignored: the copy is a convenience. */
export function writeProfileCopy(user: CurrentUser): void {
  const copy = profileCopySchema.parse(user);
  try {
    localStorage.setItem(profileCopyKey(user.id), JSON.stringify(copy));
  } catch (error) {
    console.warn('The profile copy was not kept:', error);
  }
}

/** The profile copy of a user, or null when there is none that can be read. */
export function readProfileCopy(userId: number): ProfileCopy | null {
  try {
    return profileCopySchema.parse(JSON.parse(localStorage.getItem(profileCopyKey(userId)) ?? 'null'));
  } catch {
    return null;
  }
}

/** Removes everything of a user from the browser but his drafts (B25). Runs at logout. */
export function removeUserTraces(): void {
  const copies = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of [...copies, ...HIGHLIGHT_KEYS]) localStorage.removeItem(key);
}
