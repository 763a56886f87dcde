import { z } from 'zod';
import { PENDING_VERIFICATION, REGISTERED_HERE, type PendingVerification } from './pending-verification.ts';

const userIdSchema = z.union([z.number(), z.string()]);
const pendingVerificationSchema = z.object({
  userId: userIdSchema,
  email: z.string().min(1),
  sentAt: z.number().optional(),
});

/** The pending user of this browser session; null if there is none or it is unreadable. */
export function readPendingVerification(): PendingVerification | null {
  try {
    return pendingVerificationSchema.parse(JSON.parse(sessionStorage.getItem(PENDING_VERIFICATION) ?? 'null'));
  } catch {
    return null;
  }
}

/**
 * The id of the account that was registered in this browser, or whose password was typed here, and that still waits;
 * undefined if there is none or it is unreadable. A link without it could verify somebody else's later registration of
 * the address, with their password.
 */
export function readRegistrationHere(): PendingVerification['userId'] | undefined {
  try {
    return userIdSchema.parse(JSON.parse(localStorage.getItem(REGISTERED_HERE) ?? 'null'));
  } catch {
    return undefined;
  }
}
