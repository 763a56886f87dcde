import { Stack } from '@mantine/core';
import { FlaggedList } from '@/features/admin/content-filter/components/flagged-list.tsx';
import { RulesList } from '@/features/admin/content-filter/components/rules-list.tsx';
import { TestBox } from '@/features/admin/content-filter/components/test-box.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** What may not be written, a box to try it, and what waits for a look (B22). */
export function AdminContentFilterPage() {
  return (
    <Stack gap="xl">
      <PageTitle title="Content filter">
        What people write is checked when it is stored: blocked, masked, or flagged for review.
      </PageTitle>
      <TestBox />
      <RulesList />
      <FlaggedList />
    </Stack>
  );
}
