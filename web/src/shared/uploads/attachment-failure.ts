import { AppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';

const DEFAULT_TEXT = msg('Failed to upload document');

/** The toast about a file that could not be uploaded: the server's message, if it sent a readable one. */
export function attachmentFailureText(error: unknown): string {
  const isAnswer = error instanceof AppError && error.kind !== 'offline';
  return isAnswer && /\p{L}/u.test(error.message) ? error.message : DEFAULT_TEXT;
}
