import { AppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';

const DEFAULT_TEXT = msg('Failed to upload document');

/** Toast text for a failed upload: the server's message if it is readable. */
export function attachmentFailureText(error: unknown): string {
  const isAnswer = error instanceof AppError && error.kind !== 'offline';
  return isAnswer && /\p{L}/u.test(error.message) ? error.message : DEFAULT_TEXT;
}
