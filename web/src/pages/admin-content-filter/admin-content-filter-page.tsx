import { Stack } from '@mantine/core';
import { FlaggedList } from '@/features/admin/content-filter/flagged-list.tsx';
import { RulesList } from '@/features/admin/content-filter/rules-list.tsx';
import { TestBox } from '@/features/admin/content-filter/test-box.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** The content filter: rules, a box to test a text, and flagged texts to review. */
export function AdminContentFilterPage() {
  const { t } = useLanguage();
  return (
    <Stack gap="xl">
      <PageTitle title={t('Content filter')}>
        {t('What people write is checked when it is stored: blocked, masked, or flagged for review.')}
      </PageTitle>
      <TestBox />
      <RulesList />
      <FlaggedList />
    </Stack>
  );
}
