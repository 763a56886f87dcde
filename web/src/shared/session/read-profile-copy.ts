import { z } from 'zod';
import { profileCopyKey, type ProfileCopy } from './profile-copy.ts';

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

/** The stored profile copy of a user; null if it is missing or unreadable. */
export function readProfileCopy(userId: number): ProfileCopy | null {
  try {
    return profileCopySchema.parse(JSON.parse(localStorage.getItem(profileCopyKey(userId)) ?? 'null'));
  } catch {
    return null;
  }
}
