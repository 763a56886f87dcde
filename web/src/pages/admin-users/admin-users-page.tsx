import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { readAllUsers } from '@/features/admin/users/list/export-users.ts';
import { UserDrawer } from '@/features/admin/users/drawer/user-drawer.tsx';
import { UserFilters } from '@/features/admin/users/list/user-filters.tsx';
import { UsersTable } from '@/features/admin/users/list/users-table.tsx';
import { usersCsv } from '@/features/admin/users/list/users-csv.ts';
import { userTable, type UserTableState } from '@/features/admin/users/list/user-table.ts';
import { EntityLog } from '@/features/admin/audit-log/entity-log.tsx';
import { id } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { downloadText } from '@/shared/text/download-text.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { useTableState } from '@/shared/ui/data-table/use-table-state.ts';

/** The user in the drawer. */
const openUserAddress = { user: id };

/** All accounts, with the admins' actions on them. */
export function AdminUsersPage() {
  const { t } = useLanguage();
  const [state, changeTable] = useTableState(userTable);
  // Opening adds a history entry, so that Back closes the drawer.
  const [{ user: openId }, change] = useAddress(openUserAddress);
  const setOpenId = (user: number | null) => change({ user }, { preventScrollReset: true });
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-end">
        <PageTitle title={t('Users')}>{t('Everybody who has an account')}</PageTitle>
        <ExportButton state={state} />
      </Group>
      <UserFilters state={state} onChange={changeTable} />
      <div>
        <UsersTable state={state} onChange={changeTable} onOpen={(user) => setOpenId(user.id)} />
      </div>
      <UserDrawer
        userId={openId}
        onClose={() => setOpenId(null)}
        log={(userId) => <EntityLog entity="user" id={userId} />}
      />
    </Stack>
  );
}

function ExportButton({ state }: { state: UserTableState }) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useMutation({ mutationFn: () => readAllUsers(state) });
  const handleExport = () =>
    void mutateAsync().then(
      (users) => downloadText('users.csv', 'text/csv;charset=utf-8', usersCsv(users)),
      (error) => tellFailure(t('Export failed'), error),
    );
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      loading={isPending}
      onClick={handleExport}
    >
      {t('Export CSV')}
    </Button>
  );
}
