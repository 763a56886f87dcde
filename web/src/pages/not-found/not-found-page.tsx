import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
}

/** Shown for unknown paths. */
export function NotFoundPage() {
  return (
    <Stack align="center" ta="center" gap="xs" py={64}>
      <NoIndex />
      <Title order={2} size="h1" c="dimmed" aria-hidden>
        404
      </Title>
      <PageTitle title="Page not found" />
      <Text c="dimmed" maw={440}>
        The page you are looking for does not exist or has been moved.
      </Text>
      <Group mt="md">
        <Button component={Link} to={paths.home}>
          Home
        </Button>
        <Button variant="default" onClick={focusSearch}>
          Search
        </Button>
      </Group>
    </Stack>
  );
}
