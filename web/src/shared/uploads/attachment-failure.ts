import { AppError } from '@/shared/errors/app-error.ts';

const DEFAULT_TEXT = 'Failed to upload document';

/** What the toast says of a document that could not be uploaded (§8): the server's message, if it sent a readable one. */
export function documentFailureText(error: unknown): string {
  const isAnswer = error instanceof AppError && error.kind !== 'offline';
  return isAnswer && /\p{L}/u.test(error.message) ? error.message : DEFAULT_TEXT;
}
