import { Suspense, useId, useState } from 'react';
import { Paper, Title } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { countFilters } from '@/shared/search/search-state.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import { FiltersButton } from '@/shared/ui/filters-button.tsx';
import { useBelow } from '@/shared/ui/use-below.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import classes from './home-page.module.css';

type FiltersProps = { search: PostSearch };

// Not needed on a phone, nor before the feed is requested.
const HomeFilters = lazyPart(async () => (await import('./home-filters.tsx')).HomeFilters);
const FilterDrawer = lazyPart(async () => (await import('./filter-drawer.tsx')).FilterDrawer);

const SIDEBAR_ID = 'filters';

/** Leads keyboards past the feed to the filters next to it. */
export function SkipToFilters() {
  const { t } = useLanguage();
  const isNarrow = useBelow('md');
  if (isNarrow) return null;
  return (
    <a href={`#${SIDEBAR_ID}`} className={classes.skip}>
      {t('Skip to filters')}
    </a>
  );
}

/** The filters next to the feed, on screens that are wide enough in the style sheet. */
export function FilterSidebar({ search }: FiltersProps) {
  const { t } = useLanguage();
  const titleId = useId();
  const isNarrow = useBelow('md');
  if (isNarrow) return null;
  return (
    <Paper
      component="section"
      withBorder
      shadow="xs"
      aria-labelledby={titleId}
      id={SIDEBAR_ID}
      tabIndex={-1}
      className={classes.sidebar}
    >
      <Title order={2} size="h3" mb="md" id={titleId}>
        {t('Search Filters')}
      </Title>
      <Suspense fallback={<div className={classes.filtersToCome} />}>
        <HomeFilters search={search} />
      </Suspense>
    </Paper>
  );
}

/** A button that opens the filters and shows how many are active. */
export function FilterButton({ search }: FiltersProps) {
  const { t } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <FiltersButton
        label={t('Search Filters')}
        active={countFilters(search.filters)}
        h={44}
        className={classes.drawerButton}
        onClick={() => setIsOpen(true)}
      />
      <LazyDialog opened={isOpen}>
        {(opened) => <FilterDrawer search={search} opened={opened} onClose={() => setIsOpen(false)} />}
      </LazyDialog>
    </>
  );
}
