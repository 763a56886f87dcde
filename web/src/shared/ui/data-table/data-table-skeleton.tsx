import { Skeleton } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useHasCards } from './use-has-cards.ts';
import classes from './data-table.module.css';

const ROWS = 5;

/** Placeholder rows while the first page loads. */
export function DataTableSkeleton({ label, isWide = false }: { label: string; isWide?: boolean }) {
  const { t } = useLanguage();
  const hasCards = useHasCards(isWide);
  return (
    <div
      className={classes.frame}
      role="status"
      aria-busy
      aria-label={t('Loading {label}', { label: label.toLowerCase() })}
      data-skeleton
      data-cards={hasCards || undefined}
    >
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={classes.skeletonRow}>
          <Skeleton height={14} width="34%" />
          <Skeleton height={14} width="12%" />
          <Skeleton height={14} width="14%" />
          <Skeleton height={14} width="16%" />
        </div>
      ))}
    </div>
  );
}
