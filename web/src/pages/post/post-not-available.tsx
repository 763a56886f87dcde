import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { NotAvailable } from '@/shared/ui/state/not-available.tsx';

/** Shown for posts that are unknown, deleted or hidden. */
export function PostNotAvailable() {
  return (
    <NotAvailable
      title="This post is not available"
      action={
        <Button component={Link} to={paths.home} mt="xs">
          Back to posts
        </Button>
      }
    >
      It may have been hidden or deleted.
    </NotAvailable>
  );
}
