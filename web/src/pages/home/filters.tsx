import { lazy, useId, useState } from 'react';
import { Badge, Button, Paper, Title } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import { LazyDialog } from '@/shared/ui/lazy-dialog.tsx';
import { HomeFilters } from './home-filters.tsx';
import classes from './home-page.module.css';

type FiltersProps = { search: PostSearch };

const FilterDrawer = lazy(async () => ({ default: (await import('./filter-drawer.tsx')).FilterDrawer }));

/** The filters beside the feed, where there is room for them. */
export function FilterSidebar({ search }: FiltersProps) {
  const titleId = useId();
  return (
    <Paper component="section" withBorder shadow="xs" aria-labelledby={titleId} className={classes.sidebar}>
      <Title order={2} size="h3" mb="md" id={titleId}>
        Search Filters
      </Title>
      <HomeFilters search={search} />
    </Paper>
  );
}

/** The filters behind a button that says how many are active. */
export function FilterButton({ search }: FiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const active = search.filters.categories.length + (search.filters.country ? 1 : 0);
  return (
    <>
      <Button
        variant="default"
        h={44}
        className={classes.drawerButton}
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        rightSection={
          active > 0 && (
            <Badge size="sm" miw={22} px={6}>
              {active}
            </Badge>
          )
        }
        aria-label={active > 0 ? `Search Filters, ${active} active` : undefined}
        onClick={() => setIsOpen(true)}
      >
        Search Filters
      </Button>
      <LazyDialog opened={isOpen}>
        {(opened) => <FilterDrawer search={search} opened={opened} onClose={() => setIsOpen(false)} />}
      </LazyDialog>
    </>
  );
}
