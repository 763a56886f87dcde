/** Where it is kept. */
export const PENDING_VERIFICATION = 'pendingVerification';

/** Who still has to verify their email address (docs/decisions.md#pending-verification-lives-in-session-storage), and when the last code went out in this browser, in milliseconds. */
export type PendingVerification = { userId: number | string; email: string; sentAt?: number | undefined };

/** Keeps the pending user for this browser session. */
export function storePendingVerification(pending: PendingVerification): void {
  sessionStorage.setItem(PENDING_VERIFICATION, JSON.stringify(pending));
}

/** Forgets the pending user. */
export function clearPendingVerification(): void {
  sessionStorage.removeItem(PENDING_VERIFICATION);
}
