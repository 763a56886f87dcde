import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { valueAt } from '@/shared/text/text-at.ts';
import { unitName } from '@/shared/text/unit-words.ts';

/** What one edit changed, by the names of the columns. */
type PostChange = { before: unknown; after: unknown };

/** A field of a request that is not what it was: its name, and both values in words; '' for none. */
export type ChangedField = { label: string; before: string; after: string };

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');

type Write = (value: unknown, language: Language) => string;

const inWords =
  (write: (text: string, language: Language) => string): Write =>
  (value, language) => {
    const text = asText(value);
    return text && write(text, language);
  };

const numberWords = inWords((text, { number }) => number(Number(text), { maximumFractionDigits: 6 }));

const FIELDS: Record<string, [label: string, write: Write]> = {
  title: [msg('Title'), asText],
  description: [msg('Description'), asText],
  quantity: [msg('Quantity'), numberWords],
  unit: [msg('Unit'), inWords(unitName)],
  target_price: [msg('Target price'), numberWords],
  target_currency: [msg('Currency of the target price'), asText],
  needed_by: [msg('Needed by'), inWords((date, { calendarDay }) => calendarDay(date))],
  quote_deadline: [msg('Quotes until'), inWords((moment, { dateAndTimeWithZone }) => dateAndTimeWithZone(moment))],
  incoterm: [msg('Incoterm'), asText],
  country: [msg('Country'), inWords((code, { country }) => country(code))],
  area: [msg('Area'), asText],
  delivery_address: [msg('Delivery address'), asText],
  port: [msg('Port'), asText],
  documents: [msg('Documents'), (value) => (Array.isArray(value) ? value.map(asText).join(', ') : '')],
};

/** What several edits, oldest first, changed together: per field what it was and what it is; what was changed back is left out. */
export function changedFields(changes: readonly PostChange[], language: Language): ChangedField[] {
  return Object.entries(FIELDS).flatMap(([column, [label, write]]) => {
    const touching = changes.filter(({ before, after }) => hasKey(before, column) || hasKey(after, column));
    const [first, last] = [touching[0], touching.at(-1)];
    if (!first || !last) return [];
    const before = write(valueAt(first.before, column), language);
    const after = write(valueAt(last.after, column), language);
    return before === after ? [] : [{ label: language.t(label), before, after }];
  });
}

function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && key in value;
}
