import type { Json } from '@rows/database.types.ts';
import { dateAndTime } from '@/shared/text/dates.ts';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

export type AuditChange = { field: string; before: string; after: string };

/** "suspend_user" as "Suspend user"; "taxCode" and "tax_code" as "Tax code". */
export function readable(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && MOMENT.test(value)) return dateAndTime(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function fieldsOf(value: Json | undefined): Record<string, Json | undefined> {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? value : { value };
}

/** The changes of an action: each field of either side that differs, in order of appearance. */
export function auditChanges(before: Json, after: Json): AuditChange[] {
  const old = fieldsOf(before);
  const next = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .map((field) => ({ field: readable(field), before: textOf(old[field]), after: textOf(next[field]) }))
    .filter((change) => change.before !== change.after);
}
