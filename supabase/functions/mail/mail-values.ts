import { z } from 'zod';
import { DEFAULT_LOCALE } from '../_shared/domain/locale.ts';
import type { Mail } from '../_shared/domain/mail-templates.ts';
import { INVISIBLE, oneLine } from '../_shared/domain/one-line.ts';

const item = z.looseObject({ message: z.string().catch('') });
const messages = z.object({ count: z.number().int().positive(), items: z.array(item).min(1) });

/** Lines stay lines; everything else that cannot be seen goes. */
function manyLines(text: string): string {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => line.replace(INVISIBLE, ' ').trimEnd())
    .join('\n');
}

type Speech = Pick<Mail, 'locale' | 'words' | 'translate'>;

const fill = (text: string, name: string, value: string) => text.replace(`{{${name}}}`, () => value);

function suspensionEnd(until: unknown, { locale, words }: Speech): string {
  const end = typeof until === 'string' ? new Date(until) : null;
  if (end === null || Number.isNaN(end.getTime())) return words.forGood;
  const tag = locale === DEFAULT_LOCALE ? 'en-US' : locale;
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return fill(words.until, 'moment', format.format(end));
}

/** The values for a template's {{names}} from the data of a queued mail, in the language of the mail. Whatever does not fit is left out. */
export function mailValues(data: unknown, name: string | null, speech: Speech): Record<string, string> {
  const { words, translate } = speech;
  const fields = z.record(z.string(), z.unknown()).catch({}).parse(data);
  const values: Record<string, string> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') values[key] = manyLines(value);
    if (typeof value === 'number') values[key] = String(value);
  }
  if (values.message !== undefined) values.message = translate(values.message);
  // A suspension without an end is for good.
  if ('until' in fields) values.until = suspensionEnd(fields.until, speech);
  const collected = messages.safeParse(fields);
  if (collected.success) {
    const { count, items } = collected.data;
    const lines = items.map(({ message }) => oneLine(translate(message), 300));
    values.count = String(count);
    values.summary = count === 1 ? (lines[0] ?? '') : fill(words.newMessages, 'count', String(count));
    values.messages = [
      ...lines,
      ...(count > lines.length ? [fill(words.moreMessages, 'count', String(count - lines.length))] : []),
    ].join('\n');
  }
  return { ...values, username: oneLine(name ?? words.somebody, 50) };
}
