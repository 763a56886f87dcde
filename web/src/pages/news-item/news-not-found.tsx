import { Button, Stack } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** What unknown, unpublished and impossible ids show (B1). */
export function NewsNotFound() {
  return (
    <Stack align="center" gap="sm" py="4rem" ta="center">
      <NoIndex />
      <IconFileOff size={40} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
      <PageTitle title="News item not found">It may have been removed.</PageTitle>
      <Button component={Link} to={paths.news} mt="xs">
        Back to News / Events
      </Button>
    </Stack>
  );
}
