import { Stack } from '@mantine/core';
import { FlaggedList } from '@/features/admin/content-filter/components/flagged-list.tsx';
import { RulesList } from '@/features/admin/content-filter/components/rules-list.tsx';
import { TestBox } from '@/features/admin/content-filter/components/test-box.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** The rules of what may not be written, a box to try a text, and the flagged texts that nobody has looked at. */
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
