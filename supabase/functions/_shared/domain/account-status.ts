export const ACCOUNT_STATUSES = ['active', 'unverified', 'suspended', 'deleted'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** Days that a suspension can last; null is permanent. */
export const SUSPENSION_DAYS = [1, 7, 14, 30, null] as const;

/** How the database stores a permanent suspension. */
const FOR_GOOD = 'infinity';

/** The end of a suspension in force: a time, 'permanent', or null without one. */
export function suspensionEnd(suspendedUntil: string | null, now: number = Date.now()): string | null {
  if (suspendedUntil === null) return null;
  if (suspendedUntil === FOR_GOOD) return 'permanent';
  return Date.parse(suspendedUntil) > now ? suspendedUntil : null;
}

type AccountState = { deleted_at: string | null; suspended_until: string | null; email_confirmed_at: string | null };

/** The current status of an account, by the same rules as the filter of list_users(). */
export function accountStatus(account: AccountState, now: number = Date.now()): AccountStatus {
  if (account.deleted_at !== null) return 'deleted';
  if (suspensionEnd(account.suspended_until, now) !== null) return 'suspended';
  return account.email_confirmed_at === null ? 'unverified' : 'active';
}
