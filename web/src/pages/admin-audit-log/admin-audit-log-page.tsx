import { Stack } from '@mantine/core';
import { AuditLogTable } from '@/features/admin/audit-log/audit-log-table.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** The audit log of all admins, newest first. */
export function AdminAuditLogPage() {
  const { t } = useLanguage();
  return (
    <Stack gap="lg">
      <PageTitle title={t('Audit log')}>
        {t('Every action of an admin. Nobody can change or delete an entry.')}
      </PageTitle>
      <AuditLogTable />
    </Stack>
  );
}
