import { keepText } from '@/shared/backend/keep-text.ts';

/** Key in session storage. */
export const PENDING_VERIFICATION = 'pendingVerification';

/**
 * A user whose email address is unverified (docs/decisions.md#pending-verification-lives-in-session-storage), and when
 * this browser last requested a code, in milliseconds.
 */
export type PendingVerification = { userId: number | string; email: string; sentAt?: number | undefined };

/** Key shared by all tabs for the id of the account that waits in this browser. */
export const REGISTERED_HERE = 'registeredHere';

/** Stores the pending user for this browser session. */
export function storePendingVerification(pending: PendingVerification): void {
  sessionStorage.setItem(PENDING_VERIFICATION, JSON.stringify(pending));
  keepText(REGISTERED_HERE, JSON.stringify(pending.userId));
}

/** Forgets the pending user. */
export function clearPendingVerification(): void {
  sessionStorage.removeItem(PENDING_VERIFICATION);
  localStorage.removeItem(REGISTERED_HERE);
}
