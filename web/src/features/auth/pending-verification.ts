/** Where it is kept. */
export const PENDING_VERIFICATION = 'pendingVerification';

/** Who still has to verify their email address (docs/decisions.md#pending-verification-lives-in-session-storage), and when the last code went out in this browser, in milliseconds. */
export type PendingVerification = { userId: number | string; email: string; sentAt?: number | undefined };

/** The key under which all tabs find the Auth id of the account that was registered in this browser. */
const REGISTERED_HERE = 'registeredHere';

/** Keeps the pending user for this browser session. */
export function storePendingVerification(pending: PendingVerification): void {
  sessionStorage.setItem(PENDING_VERIFICATION, JSON.stringify(pending));
  if (typeof pending.userId === 'string') localStorage.setItem(REGISTERED_HERE, pending.userId);
}

/** Forgets the pending user. */
export function clearPendingVerification(): void {
  sessionStorage.removeItem(PENDING_VERIFICATION);
  localStorage.removeItem(REGISTERED_HERE);
}

/** Whether the account with this Auth id was registered in this browser and is not verified yet. */
export const isRegisteredHere = (authId: string): boolean => localStorage.getItem(REGISTERED_HERE) === authId;
