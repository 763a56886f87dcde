import { z } from 'zod';
import { oneLine } from '../_shared/domain/one-line.ts';
import { collectedValues, fill, manyLines, tagOf, type Speech } from './collected-values.ts';

function suspensionEnd(until: unknown, { locale, words }: Speech): string {
  const end = typeof until === 'string' ? new Date(until) : null;
  if (end === null || Number.isNaN(end.getTime())) return words.forGood;
  const format = new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return fill(words.until, 'moment', format.format(end));
}

/** The values of a template's placeholders from the data of a queued mail, in the language of the mail. Invalid values are omitted. */
export function mailValues(data: unknown, name: string | null, speech: Speech): Record<string, string> {
  const { words, translate } = speech;
  const fields = z.record(z.string(), z.unknown()).catch({}).parse(data);
  const values: Record<string, string> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') values[key] = manyLines(value);
    if (typeof value === 'number') values[key] = String(value);
  }
  if (values.message !== undefined) values.message = translate(values.message);
  // A suspension without an end is permanent.
  if ('until' in fields) values.until = suspensionEnd(fields.until, speech);
  if (values.message !== undefined) values.summary = values.message;
  Object.assign(values, collectedValues(fields, speech));
  return { ...values, username: oneLine(name ?? words.somebody, 50) };
}
