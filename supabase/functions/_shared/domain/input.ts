import { z } from 'zod';

/** The message of rules without one of their own. */
export const INVALID_INPUT = 'Invalid input';

/** Options for zod parsers (and for zodResolver) that give rules without a message the fallback message. */
export const fallbackText = { error: () => INVALID_INPUT };

/** One refused field: `path` joins nested keys with dots ("attachments.0.name"). */
export type FieldError = { path: string; message: string };

/** Message for a text with a lone surrogate, such as half an emoji: valid in JSON, but not in any encoding of text. */
export const HALF_CHARACTER = 'The text contains half a character. Please remove it.';

/** The fields of a parsed value whose text the database cannot store, by path: half a character, or NUL. */
function unstorableTexts(value: unknown, path: string[] = []): FieldError[] {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) return [{ path: path.join('.'), message: HALF_CHARACTER }];
    return value.includes('\0') ? [{ path: path.join('.'), message: INVALID_INPUT }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => unstorableTexts(item, [...path, key]));
}

export type ParsedInput<T> = { ok: true; data: T } | { ok: false; errors: FieldError[] };

/**
 * Parses a value with a schema; never throws. Rules without a message say "Invalid input", and a text with half a
 * character or NUL is always refused.
 * @returns the parsed data, or the refused fields with their messages
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): ParsedInput<z.output<S>> {
  const result = schema.safeParse(value, fallbackText);
  if (result.success) {
    const errors = unstorableTexts(result.data);
    return errors.length === 0 ? { ok: true, data: result.data } : { ok: false, errors };
  }
  return {
    ok: false,
    errors: result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  };
}

/** Invisible characters, as in `private.without_invisible` of the database. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

/** Whether a text is visually empty: only white space and invisible characters. The database refuses the same. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '').trim() === '';

/** The trimmed text; empty if it is visually empty. */
export const trimmed = (text: string): string => (isBlank(text) ? '' : text.trim());

/** A required text: trimmed, and a blank one counts as empty; `max` without `tooLong` says "Invalid input". */
export function requiredText(required: string, max: number, tooLong: string = INVALID_INPUT) {
  return z.string(required).overwrite(trimmed).min(1, required).max(max, tooLong);
}

/** Takes out the signs that override or isolate the direction of a text, as `private.clean_lines` of the database does. */
export const cleanLine = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** A required text of one line. */
export function requiredLine(required: string, max: number, tooLong: string = INVALID_INPUT) {
  return z
    .string(required)
    .overwrite((text) => trimmed(cleanLine(text)))
    .min(1, required)
    .max(max, tooLong);
}

/** An optional text of one line of the API: missing, null and blank all become null. */
export function optionalLine(max: number, tooLong?: string) {
  return z
    .string()
    .overwrite((text) => cleanLine(text).trim())
    .max(max, tooLong)
    .nullish()
    .transform((text) => text || null);
}

/** An optional text of the API: missing, null and blank all become null. */
export function optionalText(max: number, tooLong?: string) {
  return z
    .string()
    .trim()
    .max(max, tooLong)
    .nullish()
    .transform((text) => text || null);
}

/** A public id as PostgREST returns it: a positive integer. */
export const idSchema = z.number().int().positive();
