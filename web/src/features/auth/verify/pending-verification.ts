import type { RegistrationProof } from '@domain/verification.ts';

/** Key in session storage. */
export const PENDING_VERIFICATION = 'pendingVerification';

/**
 * A user whose email address is unverified (docs/decisions.md#pending-verification-lives-in-session-storage), and when
 * this browser last requested a code, in milliseconds.
 */
export type PendingVerification = { userId: number | string; email: string; sentAt?: number | undefined };

/** Key shared by all tabs for the Auth id of the account that was registered in this browser. */
const REGISTERED_HERE = 'registeredHere';

/** Stores the pending user for this browser session. */
export function storePendingVerification(pending: PendingVerification): void {
  sessionStorage.setItem(PENDING_VERIFICATION, JSON.stringify(pending));
  if (typeof pending.userId === 'string') localStorage.setItem(REGISTERED_HERE, pending.userId);
}

/** Forgets the pending user. */
export function clearPendingVerification(): void {
  sessionStorage.removeItem(PENDING_VERIFICATION);
  localStorage.removeItem(REGISTERED_HERE);
}

/** Whether the account with this Auth id was registered in this browser and is still unverified. */
export const isRegisteredHere = (authId: string): boolean => localStorage.getItem(REGISTERED_HERE) === authId;

/**
 * The proof of a typed code. It names the registration of this browser if there is one: otherwise the code could verify
 * somebody else's later registration of the address, with their password.
 */
export const proofOfCode = ({ userId, email }: PendingVerification, code: string): RegistrationProof => ({
  email,
  code,
  ...(typeof userId === 'string' && { registration: userId }),
});
