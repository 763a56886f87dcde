import { useId, useMemo } from 'react';
import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { searchHintsQueryOptions } from '@/features/posts/feed/get-search-hints.ts';
import { usePosts } from '@/features/posts/feed/list-posts.ts';
import { isCounted, totalText } from '@/pages/home/total-text.ts';
import { paths } from '@/shared/paths.ts';
import { emptySearch, writeSearch, type SearchFilters } from '@/shared/search/search-state.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import { FeedCard } from '@/compositions/feed-card.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PartItem } from '@/shared/ui/state/part.tsx';
import classes from './home-page.module.css';

type FewerWordsProps = { query: string; filters: SearchFilters };

/** Posts that match some of the words when none matches all, under the filters that the page shows as set. */
function FewerWords({ query, filters }: FewerWordsProps) {
  const language = useLanguage();
  const { t } = language;
  const titleId = useId();
  const list = useMemo(() => ({ query, ...filters, page: 1 }), [query, filters]);
  const { posts, total } = usePosts(list);
  if (!posts.data || posts.data.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className={classes.fewer}>
      <Group gap="0.25rem 0.75rem">
        <Title order={2} size="h3" id={titleId}>
          {t('Results for fewer words: {query}', { query })}
        </Title>
        {total.data !== undefined && (
          <Text size="sm" c="dimmed">
            {totalText(total.data, isCounted(list), language)}
          </Text>
        )}
      </Group>
      <ul className={classes.list}>
        {posts.data.map((post) => (
          <PartItem key={post.id}>{() => <FeedCard post={post} />}</PartItem>
        ))}
      </ul>
      {(total.data ?? 0) > posts.data.length && (
        <Button variant="default" component={Link} to={paths.home + writeSearch({ query, filters, page: 1 })}>
          {t('Show all results for “{query}”', { query })}
        </Button>
      )}
    </section>
  );
}

/**
 * Help when no request matches all words: the likely spelling as a one-click search, or results for fewer of the words.
 * Renders nothing for other searches.
 */
export function SearchHelp({ search, isEmpty = false }: { search: PostSearch; isEmpty?: boolean }) {
  const { t, rich } = useLanguage();
  const { query, filters } = search;
  const { data: hints } = useQuery(searchHintsQueryOptions(query));
  if (hints?.corrected) {
    // An empty feed drops the filters, which would leave the suggestion without results too.
    return (
      <Text role="status" ta={isEmpty ? 'center' : undefined} className={classes.meant}>
        {!isEmpty && <>{t('No request has “{query}”.', { query })} </>}
        {rich('Did you mean {term}?', {
          term: (
            <Anchor
              component={Link}
              underline="always"
              fw={600}
              to={
                paths.home +
                writeSearch({ query: hints.corrected, filters: isEmpty ? emptySearch.filters : filters, page: 1 })
              }
            >
              {hints.corrected}
            </Anchor>
          ),
        })}
      </Text>
    );
  }
  return isEmpty && hints?.fewer ? <FewerWords query={hints.fewer} filters={filters} /> : null;
}
