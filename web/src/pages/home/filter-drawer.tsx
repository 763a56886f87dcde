import { useMemo } from 'react';
import { Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { useQuery } from '@tanstack/react-query';
import { postsTotalQueryOptions } from '@/features/posts/feed/list-posts.ts';
import { isCounted, totalText } from '@/pages/home/total-text.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import { useLayer } from '@/shared/ui/dialog/use-layer.ts';
import { HomeFilters } from './home-filters.tsx';
import classes from './home-page.module.css';

type FilterDrawerProps = { search: PostSearch; opened: boolean; onClose: () => void };

/** The filters in a drawer, for narrow screens. */
export function FilterDrawer({ search, opened, onClose }: FilterDrawerProps) {
  const language = useLanguage();
  const { t } = language;
  const { query, filters } = search;
  const list = useMemo(() => ({ query, ...filters, page: 1 }), [query, filters]);
  const { data: total } = useQuery(postsTotalQueryOptions(list));
  const handleClose = useLayer(opened, onClose);
  return (
    <Drawer opened={opened} onClose={handleClose} title={t('Search Filters')} size="min(28rem, 100vw)">
      <HomeFilters search={search} />
      <div className={classes.drawerFoot}>
        <Button h={44} fullWidth onClick={onClose}>
          {t('Show results')}
          {total !== undefined && `: ${totalText(total, isCounted(list), language)}`}
        </Button>
      </div>
    </Drawer>
  );
}
