import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useReportEmptySearch } from '@/features/posts/feed/report-empty-search.ts';
import { emptyHint } from '@/pages/home/empty-hint.ts';
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
  return (
    <>
      <EmptyState
        title={t('No posts found')}
        action={
          <Group mt="xs" gap="xs" justify="center">
            {hasFilters(filters) && (
              <Button variant="default" component={Link} to={paths.home + writeSearch({ ...emptySearch, query })}>
                {t('Clear filters')}
              </Button>
            )}
            {query && (
              <Button variant="default" onClick={search.clear}>
                {t('Clear search')}
              </Button>
            )}
            {status === 'user' && (
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onCreate}>
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
