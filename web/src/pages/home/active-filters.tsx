import { Suspense, use } from 'react';
import { Anchor } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { categoryLabel } from '@domain/categories.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { emptySearch, hasFilters, writeSearch, type SearchFilters } from '@/shared/search/search-state.ts';
import { PostSearchInputContext } from '@/shared/search/search-input.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import classes from './active-filters.module.css';

const SaveSearch = lazyPart(async () => (await import('@/features/saved-searches/save-search.tsx')).SaveSearch);

type ActiveFiltersProps = {
  search: PostSearch;
  /** Whether it offers to clear all filters. */
  hasClear: boolean;
  /** Takes the focus, which the removed entry had. */
  onRemove: () => void;
};

/** The searched words and chosen filters; each can be removed, and the filters all at once. */
export function ActiveFilters({ search: { query, filters }, hasClear, onRemove }: ActiveFiltersProps) {
  const { t, country, plural } = useLanguage();
  const typed = use(PostSearchInputContext);
  const without = (less: Partial<SearchFilters>) => writeSearch({ query, filters: { ...filters, ...less }, page: 1 });
  const entries = [
    ...(query ? [{ name: `“${query}”`, rest: writeSearch({ query: '', filters, page: 1 }), isQuery: true }] : []),
    ...(filters.country ? [{ name: country(filters.country), rest: without({ country: '' }) }] : []),
    ...filters.categories.map((category) => ({
      name: t(categoryLabel(category)),
      rest: without({ categories: filters.categories.filter((each) => each !== category) }),
    })),
    ...(filters.unquoted ? [{ name: t('No quotes yet'), rest: without({ unquoted: undefined }) }] : []),
    ...(filters.open ? [{ name: t('Open only'), rest: without({ open: undefined }) }] : []),
    ...(filters.closing
      ? [
          {
            name: plural(filters.closing, { one: 'Closing within {n} day', other: 'Closing within {n} days' }),
            rest: without({ closing: undefined }),
          },
        ]
      : []),
    ...(filters.posted
      ? [
          {
            name: plural(filters.posted, { one: 'Posted within {n} day', other: 'Posted within {n} days' }),
            rest: without({ posted: undefined }),
          },
        ]
      : []),
  ];
  return (
    <ul className={classes.active} aria-label={t('Search Filters')}>
      {entries.map(({ name, rest, isQuery = false }) => (
        <li key={name}>
          <Link
            to={paths.home + rest}
            className={classes.activeEntry}
            aria-label={t('Remove {name}', { name })}
            onClick={() => {
              if (isQuery) typed?.setInput('');
              onRemove();
            }}
          >
            <span dir="auto">{name}</span>
            <IconX size={14} aria-hidden />
          </Link>
        </li>
      ))}
      {hasClear && hasFilters(filters) && (
        <li>
          <Anchor
            component={Link}
            size="sm"
            className={classes.clear}
            to={paths.home + writeSearch({ ...emptySearch, query })}
            onClick={onRemove}
          >
            {t('Clear filters')}
          </Anchor>
        </li>
      )}
      <li className={classes.save}>
        <Suspense
          fallback={
            <span className={classes.saveToCome} aria-hidden>
              {t('Save this search')}
            </span>
          }
        >
          <SaveSearch
            address={paths.home + writeSearch({ query, filters, page: 1 })}
            name={entries.map(({ name: shown, isQuery = false }) => (isQuery ? query : shown)).join(', ')}
          />
        </Suspense>
      </li>
    </ul>
  );
}
