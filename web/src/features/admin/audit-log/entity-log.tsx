import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { Time } from '@/shared/ui/time.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { entityLogQueryOptions } from './list-entity-log.ts';
import { auditWord } from './audit-words.ts';
import { AuditChangesList } from './audit-changes-list.tsx';
import classes from './audit-log.module.css';

/** Admin actions on one entity. */
export function EntityLog({ entity, id }: { entity: string; id: number }) {
  const language = useLanguage();
  const { t } = language;
  const { data: entries, isPending, error, refetch } = useQuery(entityLogQueryOptions(entity, id));
  if (isPending) return <Skeleton height={80} aria-busy />;
  if (error)
    return <ErrorState title={t('Failed to load log')} message={error.message} onRetry={() => void refetch()} />;
  if (entries.length === 0) {
    return <EmptyState isSmall title={t('Nothing has been logged yet')} />;
  }
  return (
    <ul className={classes.entries}>
      {entries.map((entry) => (
        <PartItem key={entry.id}>
          {() => (
            <>
              <Text size="sm" fw={550}>
                {auditWord(entry.action, language)}
              </Text>
              <Text size="xs" c="dimmed">
                {entry.actorUsername ?? t('System')} · <Time iso={entry.createdAt} />
              </Text>
              <AuditChangesList entry={entry} />
            </>
          )}
        </PartItem>
      ))}
    </ul>
  );
}
