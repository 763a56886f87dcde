import { z } from 'zod';
import { readTyped, type Unread, type Whole } from './numbers.ts';

/** The question about a text that can be read as two numbers; undefined for any other. */
export const questionOf = ({ either }: Unread): string | undefined =>
  either && `Do you mean ${either[0]} or ${either[1]}?`;

/**
 * The schema of a number field, typed in the English notation.
 * @param notRead the message for a text that is not a number
 * @param whole how to treat fractions where they make no sense
 */
export const typedNumber = (notRead: string, whole: Whole = 'any') =>
  z.string(notRead).transform((text, context) => {
    const read = readTyped(text, whole);
    if (typeof read === 'number') return read;
    context.addIssue({ code: 'custom', message: questionOf(read) ?? notRead });
    return z.NEVER;
  });

/** An integer from a client of `/api` or a form field, where separators cannot be ambiguous. */
export const wholeNumber = (message: string, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? readTyped(value, 'whole') : value),
    z.number(message).int(message).min(1, message).max(max, message),
  );
