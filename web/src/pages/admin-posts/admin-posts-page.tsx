import { Stack } from '@mantine/core';
import { AllPostsList } from '@/features/admin/all-posts/all-posts-list.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** All posts, whatever their state. */
export function AdminPostsPage() {
  const { t } = useLanguage();
  return (
    <Stack gap="lg">
      <PageTitle title={t('Posts')}>{t('All of them, hidden ones as well')}</PageTitle>
      <AllPostsList />
    </Stack>
  );
}
