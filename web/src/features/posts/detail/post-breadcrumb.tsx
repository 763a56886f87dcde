import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import '@mantine/core/styles/Breadcrumbs.css';
import { Link } from 'react-router-dom';
import { categoryLabel, withEquivalentCategories } from '@domain/categories.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { emptySearch, writeSearch } from '@/shared/search/search-state.ts';
import type { Post } from '../shown-post.ts';

/** Makes a link as high as a finger without moving anything. */
const REACH = { py: '0.75rem', my: '-0.75rem' };

/** Breadcrumb of a post: feed, category, title. */
export function PostBreadcrumb({ post }: { post: Pick<Post, 'category' | 'title'> }) {
  const { t } = useLanguage();
  const category = writeSearch({
    ...emptySearch,
    filters: { country: '', categories: withEquivalentCategories([post.category]).slice(0, 1) },
  });
  return (
    <nav aria-label={t('Breadcrumb')}>
      <Breadcrumbs separatorMargin="xs" styles={{ root: { flexWrap: 'nowrap', minWidth: 0 } }}>
        <Anchor component={Link} to={paths.home} size="sm" lh="sm" {...REACH}>
          {t('Home')}
        </Anchor>
        <Anchor component={Link} to={paths.home + category} size="sm" lh="sm" miw={0} truncate="end" {...REACH}>
          {t(categoryLabel(post.category))}
        </Anchor>
        <Text size="sm" c="dimmed" flex="1 1 0" miw={0} truncate="end" lh="sm" aria-current="page">
          {post.title}
        </Text>
      </Breadcrumbs>
    </nav>
  );
}
