import { quoteFailureDisplay, type QuoteFailureDisplay } from '@domain/quote-errors.ts';
import { AppError } from '@/shared/errors/app-error.ts';

/** What the form shows for a failed submission (§8): only an answer of the server has a text of its own. */
export function displayOfSubmitError(error: unknown): QuoteFailureDisplay {
  const hasAnswer = error instanceof AppError && error.kind !== 'offline';
  return quoteFailureDisplay(
    hasAnswer ? { kind: 'answer', status: error.status, body: error.details } : { kind: 'no-answer' },
  );
}
