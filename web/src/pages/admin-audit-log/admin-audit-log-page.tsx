import { Stack } from '@mantine/core';
import { AuditLogTable } from '@/features/admin/audit-log/components/audit-log-table.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** Everything that admins did, newest first. */
export function AdminAuditLogPage() {
  return (
    <Stack gap="lg">
      <PageTitle title="Audit log">Every action of an admin. Nobody can change or delete an entry.</PageTitle>
      <AuditLogTable />
    </Stack>
  );
}
