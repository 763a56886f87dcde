import { z } from 'zod';
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

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function suspensionEnd(until: unknown): string {
  const end = typeof until === 'string' ? new Date(until) : null;
  return end === null || Number.isNaN(end.getTime()) ? 'permanently' : `until ${dayFormat.format(end)} (UTC)`;
}

/** The values for a template's {{names}} from the data of a queued mail. Whatever does not fit is left out. */
export function mailValues(data: unknown, name: string | null): Record<string, string> {
  const fields = z.record(z.string(), z.unknown()).catch({}).parse(data);
  const values: Record<string, string> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') values[key] = manyLines(value);
    if (typeof value === 'number') values[key] = String(value);
  }
  // A suspension without an end is for good.
  if ('until' in fields) values.until = suspensionEnd(fields.until);
  const collected = messages.safeParse(fields);
  if (collected.success) {
    const { count, items } = collected.data;
    const lines = items.map(({ message }) => oneLine(message, 300));
    values.count = String(count);
    values.summary = count === 1 ? (lines[0] ?? '') : `${count} new messages`;
    values.messages = [...lines, ...(count > lines.length ? [`and ${count - lines.length} more`] : [])].join('\n');
  }
  return { ...values, username: oneLine(name ?? 'there', 50) };
}
