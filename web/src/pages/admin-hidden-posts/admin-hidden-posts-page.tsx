import { Stack } from '@mantine/core';
import { HiddenPostsList } from '@/features/admin/hidden-posts/hidden-posts-list.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** Posts hidden by their owners or by admins. */
export function AdminHiddenPostsPage() {
  const { t } = useLanguage();
  return (
    <Stack gap="lg">
      <PageTitle title={t('Hidden posts')}>{t('Seen by nobody but their owners and admins')}</PageTitle>
      <HiddenPostsList />
    </Stack>
  );
}
