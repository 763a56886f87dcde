import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { searchHintsQueryOptions } from '@/features/posts/feed/get-search-hints.ts';
import { postsTotalQueryOptions } from '@/features/posts/feed/list-posts.ts';
import { useReportEmptySearch } from '@/features/posts/feed/report-empty-search.ts';
import { emptyHint } from '@/pages/home/empty-hint.ts';
import { totalText } from '@/pages/home/total-text.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { emptySearch, hasFilters, writeSearch } from '@/shared/search/search-state.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { SearchHelp } from './search-help.tsx';

type EmptyFeedProps = { search: PostSearch; onCreate: () => void };

/** Explains why the feed is empty and offers next steps. */
export function EmptyFeed({ search, onCreate }: EmptyFeedProps) {
  const language = useLanguage();
  const { t } = language;
  const { status } = useCurrentUser();
  useReportEmptySearch(search.query);
  const { query, filters } = search;
  const isFiltered = hasFilters(filters);
  const { data: hints, failureCount } = useQuery({ ...searchHintsQueryOptions(query), enabled: query !== '' });
  const fewer = hints?.fewer ?? '';
  const { data: fewerCount } = useQuery({
    ...postsTotalQueryOptions({ query: fewer, ...filters, page: 1 }),
    enabled: fewer !== '',
  });
  const isLine = fewer !== '' && fewerCount !== 0;
  // Without filters the page shows what matches all words, else what matches fewer of them, where that can be read.
  const unfiltered = { query: fewer || query, ...emptySearch.filters, page: 1 };
  const { data: total = 0 } = useQuery({
    ...postsTotalQueryOptions(unfiltered),
    enabled: query !== '' && isFiltered && (hints !== undefined || failureCount > 0),
  });
  // What stands below anyway is nothing to lead to.
  const isMoreUnfiltered = isFiltered && total > (fewer ? (fewerCount ?? total) : 0);
  return (
    <>
      <EmptyState
        title={t('No posts found')}
        // Results follow at once.
        isLine={isLine}
        action={
          <Group mt={isLine ? 0 : 'xs'} gap="xs" justify={isLine ? undefined : 'center'}>
            {isFiltered && (
              <Button
                variant={isMoreUnfiltered ? 'filled' : 'default'}
                component={Link}
                to={paths.home + writeSearch({ ...emptySearch, query })}
              >
                {t('Clear filters')}
                {isMoreUnfiltered && `: ${totalText(total, true, language)}`}
              </Button>
            )}
            {query && (
              <Button variant="default" onClick={search.clear}>
                {t('Clear search')}
              </Button>
            )}
            {status === 'user' && (
              <Button
                // Above results the prompt of the page is near enough.
                variant={isMoreUnfiltered || isLine ? 'default' : 'filled'}
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={onCreate}
              >
                {t('Create a Post')}
              </Button>
            )}
          </Group>
        }
      >
        {emptyHint(query, filters, language)}
      </EmptyState>
      {query && <SearchHelp search={search} isEmpty />}
    </>
  );
}
