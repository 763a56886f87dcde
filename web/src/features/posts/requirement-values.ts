import { REQUIREMENT_FIELDS, type Requirements } from '@domain/requirements-schema.ts';
import { readTyped, writeNumber } from '@domain/numbers.ts';
import { localIn } from '@domain/time-zone.ts';
import { recordOf } from '@/shared/form/record-of.ts';
import type { Post } from './post.ts';

/** What the fields hold: texts, '' for an empty one; the deadline by the reader's clocks, as `<input type="datetime-local">` has it. */
type RequirementTexts = Record<keyof Requirements, string>;

type Given = Pick<Post, keyof Requirements>;

/** A moment as `<input type="datetime-local">` wants it, by the reader's clocks. */
function toLocal(instant: string): string {
  return localIn(Intl.DateTimeFormat().resolvedOptions().timeZone, instant);
}

/** What the fields of a request begin with. */
export function requirementTexts(post: Given | undefined): RequirementTexts {
  return {
    ...recordOf(REQUIREMENT_FIELDS, (name) => String(post?.[name] ?? '')),
    quantity: numberText(post?.quantity),
    targetPrice: numberText(post?.targetPrice),
    quoteDeadline: post?.quoteDeadline ? toLocal(post.quoteDeadline) : '',
  };
}

/** The number of a text; null for an empty text, NaN for a text that is no number or an ambiguous one. */
function toNumber(text: string): number | null {
  const read = readTyped(text);
  if (text.trim() === '') return null;
  return typeof read === 'number' ? read : Number.NaN;
}

/** A stored number as the initial text of a field. */
const numberText = (value: number | null = null): string => (value === null ? '' : writeNumber(value, 'en', false));

/** The instant of what a deadline field holds, null for none; what is no time stays as it is, for the schema to refuse. */
export function toInstant(local: string): string | null {
  if (local === '') return null;
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? local : time.toISOString();
}

/** What the fields hold as `requirementsSchema` reads it. A deadline that nobody touched stays what it was, to the second. */
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

/** Whether the goods are needed before the last quote may come in. In: what the two fields hold. */
export function isNeededBeforeDeadline(neededBy: string, quoteDeadline: string): boolean {
  return neededBy !== '' && quoteDeadline !== '' && neededBy < quoteDeadline.slice(0, 10);
}
