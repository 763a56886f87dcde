import { Stack } from '@mantine/core';
import { HiddenPostsList } from '@/features/admin/hidden-posts/components/hidden-posts-list.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** Posts that were hidden by their owners or by admins. */
export function AdminHiddenPostsPage() {
  return (
    <Stack gap="lg">
      <PageTitle title="Hidden posts">Seen by nobody but their owners and admins</PageTitle>
      <HiddenPostsList />
    </Stack>
  );
}
