import { z } from 'zod';

const KEY = 'pendingVerification';
const pendingVerificationSchema = z.object({
  userId: z.union([z.number(), z.string()]),
  email: z.string().min(1),
  sentAt: z.number().optional(),
});

/** Who still has to verify their email address (docs/decisions.md#pending-verification-lives-in-session-storage), and when the last code went out in this browser, in milliseconds. */
export type PendingVerification = z.infer<typeof pendingVerificationSchema>;

/** Keeps the pending user for this browser session. */
export function storePendingVerification(pending: PendingVerification): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending));
}

/** The pending user of this browser session, or null when there is none that can be read. */
export function readPendingVerification(): PendingVerification | null {
  try {
    return pendingVerificationSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
  } catch {
    return null;
  }
}

/** Forgets the pending user. */
export function clearPendingVerification(): void {
  sessionStorage.removeItem(KEY);
}
