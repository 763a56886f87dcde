import { readTyped, writeNumber } from '@domain/numbers.ts';
import { localIn } from '@domain/time-zone.ts';
import type { Post } from './post.ts';

/** The fields of the section, in the order in which they stand there. */
export const REQUIREMENT_FIELDS = [
  'quantity',
  'unit',
  'targetPrice',
  'targetCurrency',
  'neededBy',
  'quoteDeadline',
  'incoterm',
] as const;

/** What the fields hold: texts, '' for an empty one; the deadline by the reader's clocks, as `<input type="datetime-local">` has it. */
export type RequirementTexts = Record<(typeof REQUIREMENT_FIELDS)[number], string>;

type Given = Pick<Post, (typeof REQUIREMENT_FIELDS)[number]>;

/** A moment as `<input type="datetime-local">` wants it, by the reader's clocks. */
function toLocal(instant: string): string {
  return localIn(Intl.DateTimeFormat().resolvedOptions().timeZone, instant);
}

/** What the fields of a request begin with. */
export function requirementTexts(post: Given | undefined): RequirementTexts {
  return {
    quantity: numberText(post?.quantity),
    unit: post?.unit ?? '',
    targetPrice: numberText(post?.targetPrice),
    targetCurrency: post?.targetCurrency ?? '',
    neededBy: post?.neededBy ?? '',
    quoteDeadline: post?.quoteDeadline ? toLocal(post.quoteDeadline) : '',
    incoterm: post?.incoterm ?? '',
  };
}

/** The number of a text; null for none, NaN for what is no number or can be two. */
function toNumber(text: string): number | null {
  const read = readTyped(text);
  if (text.trim() === '') return null;
  return typeof read === 'number' ? read : Number.NaN;
}

/** A number as a field begins with it. */
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
    quantity: toNumber(texts.quantity),
    unit: texts.unit,
    targetPrice: toNumber(texts.targetPrice),
    targetCurrency: texts.targetCurrency || null,
    neededBy: texts.neededBy || null,
    quoteDeadline: isSame ? stored : toInstant(texts.quoteDeadline),
    incoterm: texts.incoterm || null,
  };
}

/** Whether the goods are needed before the last quote may come in. In: what the two fields hold. */
export function isNeededBeforeDeadline(neededBy: string, quoteDeadline: string): boolean {
  return neededBy !== '' && quoteDeadline !== '' && neededBy < quoteDeadline.slice(0, 10);
}
