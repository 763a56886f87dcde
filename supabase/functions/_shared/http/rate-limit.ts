import { dataOf, secretClient } from '../clients.ts';

/** Rate-limited actions that the functions count; the database counts those of signed-in users. */
export type LimitedAction =
  | 'login'
  | 'login_address'
  | 'availability'
  | 'forgot_password'
  | 'mail_proof'
  | 'resend_verification'
  | 'resend_verification_daily'
  | 'guest_access'
  | 'feedback'
  | 'upload'
  | 'upload_kilobytes';

/** Counts one use of an action by a subject; 429 with Retry-After above the limit. */
export async function consumeRateLimit(action: LimitedAction, subject: string): Promise<void> {
  dataOf(await secretClient('rateLimit').rpc('consume_rate_limit', { action, subject }));
}

/** 429 if the limit of an action is reached, without counting: for limits on failures. */
export async function assertRateLimit(action: LimitedAction, subject: string): Promise<void> {
  dataOf(await secretClient('rateLimit').rpc('assert_rate_limit', { action, subject }));
}

/** 429 when a user has uploaded all that they may for now; the database counts where Storage stores a file. */
export async function assertUploadRoom(userId: number): Promise<void> {
  await assertRateLimit('upload', String(userId));
  await assertRateLimit('upload_kilobytes', String(userId));
}
