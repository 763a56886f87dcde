import { z } from 'zod';

/** The text of every rule that has none of its own. */
export const INVALID_INPUT = 'Invalid input';

/** Options for any zod parse (or for zodResolver) that give rules without an own text the fallback text. */
export const fallbackText = { error: () => INVALID_INPUT };

/** One refused field: `path` joins nested keys with dots ("attachments.0.name"). */
export type FieldError = { path: string; message: string };

/** Message for a text with a lone surrogate, such as half an emoji: valid in JSON, but not in any encoding of text. */
export const HALF_CHARACTER = 'The text contains half a character. Please remove it.';

/** The fields of a parsed value whose text no database can store, by their paths. */
function halfCharacters(value: unknown, path: string[] = []): FieldError[] {
  if (typeof value === 'string')
    return /\p{Surrogate}/u.test(value) ? [{ path: path.join('.'), message: HALF_CHARACTER }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => halfCharacters(item, [...path, key]));
}

export type ParsedInput<T> = { ok: true; data: T } | { ok: false; errors: FieldError[] };

/**
 * Parses anything with a schema. In: the schema and the value as received; out: the parsed data, or
 * the refused fields with their texts, rules without a text saying "Invalid input". A text with half a character is refused
 * everywhere. Never throws.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): ParsedInput<z.output<S>> {
  const result = schema.safeParse(value, fallbackText);
  if (result.success) {
    const errors = halfCharacters(result.data);
    return errors.length === 0 ? { ok: true, data: result.data } : { ok: false, errors };
  }
  return {
    ok: false,
    errors: result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  };
}

/** Characters that show nothing, as `private.without_invisible` of the database has them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;

/** Whether a text shows nothing: white space and invisible characters only. The database refuses the same. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '').trim() === '';

/** A text without white space around it; empty where it shows nothing. */
export const trimmed = (text: string): string => (isBlank(text) ? '' : text.trim());

/** A required text: trimmed, a blank one counts as empty; `max` without `tooLong` says "Invalid input". */
export function requiredText(required: string, max: number, tooLong: string = INVALID_INPUT) {
  return z.string(required).overwrite(trimmed).min(1, required).max(max, tooLong);
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

/** A public id as PostgREST gives it: a positive whole number. */
export const idSchema = z.number().int().positive();
