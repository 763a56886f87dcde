import { z } from 'zod';
import { PENDING_VERIFICATION, type PendingVerification } from './pending-verification.ts';

const pendingVerificationSchema = z.object({
  userId: z.union([z.number(), z.string()]),
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
