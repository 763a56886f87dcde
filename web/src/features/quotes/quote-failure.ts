import { z } from 'zod';
import { ENGLISH } from '@/shared/i18n/english.ts';

import type { FieldError } from '@domain/input.ts';
import { QUOTE_WAIT_DAYS } from '@domain/limits.ts';
import { msg } from '@/shared/i18n/msg.ts';

/** The body of any failed `/api` answer; every part may be missing. */
const errorBodySchema = z.object({
  message: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .catch([]),
  daysToWait: z.number().int().positive().optional().catch(undefined),
});

/** How a quote submission failed: with an answer (`body` undefined when it could not be read), or without one. */
export type QuoteFailure = { kind: 'answer'; status: number; body: unknown } | { kind: 'no-answer' };

/** Where the failure shows: beside the button, which then stays disabled, or as the toast "Error submitting quote". */
export type QuoteFailureDisplay =
  | { place: 'inline'; text: string }
  | { place: 'toast'; text: string; fieldErrors: FieldError[] };

export const QUOTE_ERROR_TITLE = msg('Error submitting quote');
// What other servers of this contract say of the wait: docs/decisions.md#how-a-refused-quote-shows.
const LIMIT_TEXTS = ['limit exceeded', 'wait for next 5 days'];

/** How long a supplier must wait before the next quote on the same post; "days" is never singular. In English, as it would arrive. */
export const quoteWaitText = (days: number) => ENGLISH.t('Please wait {days} days to send another quote', { days });
const toast = (text: string, fieldErrors: FieldError[] = []): QuoteFailureDisplay => ({
  place: 'toast',
  text,
  fieldErrors,
});

/** What the quote form shows for a failed submission, in English as it would arrive. */
export function quoteFailureDisplay(failure: QuoteFailure): QuoteFailureDisplay {
  if (failure.kind === 'no-answer') return toast(msg('Failed to submit quote. Please try again.'));
  const parsed = errorBodySchema.safeParse(failure.body);
  const body = parsed.success ? parsed.data : {};
  if (failure.status === 429) return { place: 'inline', text: quoteWaitText(body.daysToWait ?? QUOTE_WAIT_DAYS) };
  const message = body.message ?? '';
  if (LIMIT_TEXTS.some((text) => message.toLowerCase().includes(text))) {
    return { place: 'inline', text: quoteWaitText(QUOTE_WAIT_DAYS) };
  }
  // Next to the button, with a link to the stored quote.
  if (body.code === 'already_sent_differently') return { place: 'inline', text: message };
  if (body.errors) return toast(msg('Validation failed'), body.errors);
  return toast(message || msg('Server error occurred'));
}
