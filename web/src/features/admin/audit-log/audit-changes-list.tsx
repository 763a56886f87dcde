import { Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { auditChanges } from './audit-changes.ts';
import type { AuditEntry } from './list-audit-log.ts';
import classes from './audit-log.module.css';

const SHORT = 160;
const short = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT)}…` : text);

/** The changes of an entry, field by field: before and after. */
export function AuditChangesList({ entry }: { entry: Pick<AuditEntry, 'before' | 'after'> }) {
  const language = useLanguage();
  const { t } = language;
  const changes = auditChanges(entry.before, entry.after, language);
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No change')}
      </Text>
    );
  return (
    <ul className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className={classes.field}>{field}</span>
          {before && (
            <del title={before} dir="auto">
              {short(before)}
            </del>
          )}
          {before && after && <IconArrowRight size={14} aria-hidden />}
          {after && (
            <ins title={after} dir="auto">
              {short(after)}
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}
