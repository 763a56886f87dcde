import { useEffect, useRef } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { MoreFilters } from '@/shared/search/search-state.ts';
import classes from './home-page.module.css';

type Sort = MoreFilters['sort'];

/** The order of the feed; the browser's own list, which is known on phones and needs no code. */
export function SortChoice({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
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
