import { useId, useState } from 'react';
import { Badge, Button, Drawer, Paper, Title } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { SearchFilters } from '@/features/posts/components/search-filters.tsx';
import { paths } from '@/shared/paths.ts';
import { emptySearch, writeSearch } from '@/shared/search/search-state.ts';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import classes from './home-page.module.css';

type FiltersProps = { search: PostSearch };

function HomeFilters({ search }: FiltersProps) {
  const navigate = useNavigate();
  const handleClear = () => {
    void navigate(paths.home + writeSearch({ ...emptySearch, query: search.query }));
  };
  return (
    <SearchFilters
      filters={search.filters}
      hasQuery={search.query !== ''}
      onCountryChange={search.setCountry}
      onCategoriesChange={search.setCategories}
      onClear={handleClear}
    />
  );
}

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
export function FilterDrawer({ search }: FiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const active = search.filters.categories.length + (search.filters.country ? 1 : 0);
  const close = () => setIsOpen(false);
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
      <Drawer
        opened={isOpen}
        onClose={close}
        title="Search Filters"
        size="min(24rem, 100vw)"
        closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
      >
        <HomeFilters search={search} />
        <Button mt="md" h={44} fullWidth onClick={close}>
          Show results
        </Button>
      </Drawer>
    </>
  );
}
