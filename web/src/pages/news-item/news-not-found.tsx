import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { NotAvailable } from '@/shared/ui/state/not-available.tsx';

/** Shown for ids that are unknown, unpublished or impossible. */
export function NewsNotFound() {
  return (
    <NotAvailable
      title="News item not found"
      action={
        <Button component={Link} to={paths.news} mt="xs">
          Back to News / Events
        </Button>
      }
    >
      It may have been removed.
    </NotAvailable>
  );
}
