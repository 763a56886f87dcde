import { Stack, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { AuditLogTable } from '@/features/admin/audit-log/audit-log-table.tsx';
import { BulkActionList } from '@/features/admin/bulk-actions/bulk-action-list.tsx';
import { oneOf } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

const auditLogAddress = { tab: oneOf(['log', 'bulk'], 'log') };

/** The audit log of all admins, newest first, and the bulk actions that can be undone. */
export function AdminAuditLogPage() {
  const { t } = useLanguage();
  const [{ tab }, change] = useAddress(auditLogAddress);
  return (
    <Stack gap="lg">
      <PageTitle title={t('Audit log')}>
        {t('Every action of an admin. Nobody can change or delete an entry.')}
      </PageTitle>
      <Tabs
        value={tab}
        onChange={(name) => change({ tab: auditLogAddress.tab.read(name ?? '') }, { isAlone: true, replace: true })}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="log">{t('Log')}</Tabs.Tab>
          <Tabs.Tab value="bulk">{t('Bulk actions')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="log">{tab === 'log' && <AuditLogTable />}</Tabs.Panel>
        <Tabs.Panel value="bulk">{tab === 'bulk' && <BulkActionList />}</Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
