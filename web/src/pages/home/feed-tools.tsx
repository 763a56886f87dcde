import { useEffect, useRef } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { MoreFilters } from '@/shared/search/search-state.ts';
import classes from './feed-tools.module.css';

type Sort = MoreFilters['sort'];

/** The order of the feed; the browser's own list, which is known on phones and needs no code. */
function SortChoice({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const { t } = useLanguage();
  const list = useRef<HTMLSelectElement>(null);
  // Shows the choice at once, and follows the URL, which changes a moment later.
  useEffect(() => {
    if (list.current) list.current.value = sort ?? '';
  }, [sort]);
  return (
    <select
      ref={list}
      className={classes.sort}
      aria-label={t('Sort by')}
      defaultValue={sort ?? ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === 'fewest_quotes' ? currentTarget.value : undefined)
      }
    >
      <option value="">{t('Newest')}</option>
      <option value="fewest_quotes">{t('Fewest quotes')}</option>
    </select>
  );
}

type FeedToolsProps = {
  sort: Sort;
  onSort: (sort: Sort) => void;
  isCompact: boolean;
  onCompact: () => void;
};

/** Order and layout of the feed. */
export function FeedTools({ sort, onSort, isCompact, onCompact }: FeedToolsProps) {
  const { t } = useLanguage();
  return (
    <>
      <SortChoice sort={sort} onChange={onSort} />
      <ActionIcon
        size={44}
        variant={isCompact ? 'light' : 'subtle'}
        color={isCompact ? undefined : 'gray'}
        aria-label={t('Compact list')}
        title={t('Compact list')}
        aria-pressed={isCompact}
        onClick={onCompact}
      >
        <IconList size={20} />
      </ActionIcon>
    </>
  );
}
