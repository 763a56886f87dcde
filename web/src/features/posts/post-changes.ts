import { countryName } from '@domain/countries.ts';
import { calendarDay, dateAndTimeWithZone } from '@/shared/text/dates.ts';
import { valueAt } from '@/shared/text/text-at.ts';

/** What one edit changed, by the names of the columns. */
type PostChange = { before: unknown; after: unknown };

/** A field of a request that is not what it was: its name, and both values in words; '' for none. */
export type ChangedField = { label: string; before: string; after: string };

const asText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');

const inWords = (write: (text: string) => string) => (value: unknown) => {
  const text = asText(value);
  return text && write(text);
};

const numberWords = inWords((text) => Number(text).toLocaleString('en-US', { maximumFractionDigits: 6 }));

const FIELDS: Record<string, [label: string, write: (value: unknown) => string]> = {
  title: ['Title', asText],
  description: ['Description', asText],
  quantity: ['Quantity', numberWords],
  unit: ['Unit', asText],
  target_price: ['Target price', numberWords],
  target_currency: ['Currency of the target price', asText],
  needed_by: ['Needed by', inWords((date) => calendarDay(date))],
  quote_deadline: ['Quotes until', inWords(dateAndTimeWithZone)],
  incoterm: ['Incoterm', asText],
  country: ['Country', inWords(countryName)],
  area: ['Area', asText],
  delivery_address: ['Delivery address', asText],
  port: ['Port', asText],
  documents: ['Documents', (value) => (Array.isArray(value) ? value.map(asText).join(', ') : '')],
};

/** What several edits, oldest first, changed together: per field what it was and what it is; what was changed back is left out. */
export function changedFields(changes: readonly PostChange[]): ChangedField[] {
  return Object.entries(FIELDS).flatMap(([column, [label, write]]) => {
    const touching = changes.filter(({ before, after }) => hasKey(before, column) || hasKey(after, column));
    const [first, last] = [touching[0], touching.at(-1)];
    if (!first || !last) return [];
    const before = write(valueAt(first.before, column));
    const after = write(valueAt(last.after, column));
    return before === after ? [] : [{ label, before, after }];
  });
}

function hasKey(value: unknown, key: string): boolean {
  return typeof value === 'object' && value !== null && key in value;
}
