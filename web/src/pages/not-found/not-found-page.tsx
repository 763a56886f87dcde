import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
}

/** For unknown paths. */
export function NotFoundPage() {
  const { t } = useLanguage();
  return (
    <Stack align="center" ta="center" gap="xs" py={64}>
      <NoIndex />
      <Title order={2} size="h1" c="dimmed" aria-hidden>
        404
      </Title>
      <PageTitle title={t('Page not found')} />
      <Text c="dimmed" maw={440}>
        {t('The page you are looking for does not exist or has been moved.')}
      </Text>
      <Group mt="md">
        <Button component={Link} to={paths.home}>
          {t('Home')}
        </Button>
        <Button variant="default" onClick={focusSearch}>
          {t('Search')}
        </Button>
      </Group>
    </Stack>
  );
}
