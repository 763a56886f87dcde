import { z } from 'zod';
import { ENGLISH } from '@/shared/i18n/english.ts';

import type { FieldError } from '@domain/input.ts';
import { QUOTE_WAIT_DAYS } from '@domain/limits.ts';
import { msg } from '@/shared/i18n/msg.ts';

/** The body of a failed `/api` answer; every part is optional. */
const errorBodySchema = z.object({
  message: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .optional()
    .catch([]),
  daysToWait: z.number().int().positive().optional().catch(undefined),
});

/** A failed quote submission: with an answer (`body` is undefined if unreadable), or without one. */
export type QuoteFailure = { kind: 'answer'; status: number; body: unknown } | { kind: 'no-answer' };

/** Where the failure shows: next to the button, which then stays disabled, or as the toast "Error submitting quote". */
export type QuoteFailureDisplay =
  | { place: 'inline'; text: string }
  | { place: 'toast'; text: string; fieldErrors: FieldError[] };

export const QUOTE_ERROR_TITLE = msg('Error submitting quote');
// Texts of other servers with this contract: docs/decisions.md#how-a-refused-quote-shows.
const LIMIT_TEXTS = ['limit exceeded', 'wait for next 5 days'];

/**
 * How long a supplier must wait before the next quote on the same post; "days" is never singular. In English, as from
 * the server.
 */
export const quoteWaitText = (days: number) => ENGLISH.t('Please wait {days} days to send another quote', { days });
const toast = (text: string, fieldErrors: FieldError[] = []): QuoteFailureDisplay => ({
  place: 'toast',
  text,
  fieldErrors,
});

/** How the quote form shows a failed submission, in English as from the server. */
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
