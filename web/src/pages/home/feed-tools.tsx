import { useEffect, useRef } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconList } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import classes from './feed-tools.module.css';

/** The order of the feed; the browser's own list, which is known on phones and needs no code. */
function SortChoice({ search: { query, filters, setMore } }: { search: PostSearch }) {
  const { t } = useLanguage();
  const sort = filters.sort && (query || filters.sort !== 'newest') ? filters.sort : '';
  const orders = [
    ...(query ? [{ value: undefined, label: t('Relevance') }] : []),
    { value: query ? ('newest' as const) : undefined, label: t('Newest') },
    { value: 'fewest_quotes' as const, label: t('Fewest quotes') },
    { value: 'closing' as const, label: t('Closing first') },
  ];
  const list = useRef<HTMLSelectElement>(null);
  // Shows the choice at once, and follows the URL, which changes a moment later.
  useEffect(() => {
    if (list.current) list.current.value = sort;
  }, [sort]);
  return (
    <select
      ref={list}
      className={classes.sort}
      aria-label={t('Sort by')}
      defaultValue={sort}
      onChange={({ currentTarget }) => setMore({ sort: orders[currentTarget.selectedIndex]?.value })}
    >
      {orders.map(({ value = '', label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

type FeedToolsProps = {
  search: PostSearch;
  isCompact: boolean;
  onCompact: () => void;
};

/** Order and layout of the feed. */
export function FeedTools({ search, isCompact, onCompact }: FeedToolsProps) {
  const { t } = useLanguage();
  return (
    <>
      <SortChoice search={search} />
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
