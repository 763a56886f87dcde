import { REQUIREMENT_FIELDS, type Requirements } from '@domain/requirements-schema.ts';
import { readTyped, writeNumber } from '@domain/numbers.ts';
import { localIn } from '@domain/time-zone.ts';
import { recordOf } from '@/shared/form/record-of.ts';
import type { Post } from '../shown-post.ts';

/** Field values as strings, '' for empty; the deadline in local time for `<input type="datetime-local">`. */
type RequirementTexts = Record<keyof Requirements, string>;

type Given = Pick<Post, keyof Requirements>;

/** An instant in local time for `<input type="datetime-local">`. */
function toLocal(instant: string): string {
  return localIn(Intl.DateTimeFormat().resolvedOptions().timeZone, instant);
}

/** Initial values of the optional fields. */
export function requirementTexts(post: Given | undefined): RequirementTexts {
  return {
    ...recordOf(REQUIREMENT_FIELDS, (name) => String(post?.[name] ?? '')),
    quantity: numberText(post?.quantity),
    targetPrice: numberText(post?.targetPrice),
    quoteDeadline: post?.quoteDeadline ? toLocal(post.quoteDeadline) : '',
  };
}

/** Parses a number; null for an empty text, NaN for an invalid or ambiguous one. */
function toNumber(text: string): number | null {
  const read = readTyped(text);
  if (text.trim() === '') return null;
  return typeof read === 'number' ? read : Number.NaN;
}

/** A stored number as the initial text of a field. */
const numberText = (value: number | null = null): string => (value === null ? '' : writeNumber(value, 'en', false));

/** The instant of a deadline field, null if empty. An invalid time is returned unchanged, for the schema to refuse. */
export function toInstant(local: string): string | null {
  if (local === '') return null;
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? local : time.toISOString();
}

/** Converts field values for `requirementsSchema`. An untouched deadline keeps its seconds. */
export function fromRequirementTexts(texts: RequirementTexts, post: Given | undefined) {
  const stored = post?.quoteDeadline ?? null;
  const isSame = stored !== null && texts.quoteDeadline === toLocal(stored);
  return {
    ...recordOf(REQUIREMENT_FIELDS, (name): string | null => texts[name] || null),
    quantity: toNumber(texts.quantity),
    targetPrice: toNumber(texts.targetPrice),
    quoteDeadline: isSame ? stored : toInstant(texts.quoteDeadline),
  };
}

/** Whether the goods are needed before the quote deadline. Takes the values of both fields. */
export function isNeededBeforeDeadline(neededBy: string, quoteDeadline: string): boolean {
  return neededBy !== '' && quoteDeadline !== '' && neededBy < quoteDeadline.slice(0, 10);
}
