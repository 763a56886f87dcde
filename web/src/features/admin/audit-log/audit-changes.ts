import type { Json } from '@rows/database.types.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { auditValue, auditWord } from './audit-words.ts';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;

export type AuditChange = { field: string; before: string; after: string };

function textOf(field: string, value: Json | undefined, language: Language): string {
  const { t, dateAndTime } = language;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'string') return MOMENT.test(value) ? dateAndTime(value) : auditValue(field, value, language);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function fieldsOf(value: Json | undefined): Record<string, Json | undefined> {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? value : { value };
}

/** The fields that an action changed, in order of appearance, including fields that only one side has. */
export function auditChanges(before: Json, after: Json, language: Language): AuditChange[] {
  const old = fieldsOf(before);
  const next = fieldsOf(after);
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .map((field) => ({
      field: auditWord(field, language),
      before: textOf(field, old[field], language),
      after: textOf(field, next[field], language),
    }))
    .filter((change) => change.before !== change.after);
}
