import { Button, Drawer } from '@mantine/core';
import type { PostSearch } from '@/shared/search/use-post-search.ts';
import { HomeFilters } from './home-filters.tsx';

type FilterDrawerProps = { search: PostSearch; opened: boolean; onClose: () => void };

/** The filters where there is no room for them beside the feed. */
export function FilterDrawer({ search, opened, onClose }: FilterDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Search Filters"
      size="min(24rem, 100vw)"
      closeButtonProps={{ 'aria-label': 'Close', size: 'lg' }}
    >
      <HomeFilters search={search} />
      <Button mt="md" h={44} fullWidth onClick={onClose}>
        Show results
      </Button>
    </Drawer>
  );
}
