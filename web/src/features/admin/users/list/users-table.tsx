import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
import { useSelection } from '@/shared/ui/data-table/use-selection.ts';
import type { TableChange } from '@/shared/ui/data-table/table-state.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { usersQueryOptions } from './list-users.ts';
import type { User } from '../shown-user.ts';
import type { UserFilter, UserSort, UserTableState } from './user-table.ts';
import { UsersBulkBar } from './users-bulk-bar.tsx';
import { userTableColumns } from './user-table-columns.tsx';

type UsersTableProps = {
  state: UserTableState;
  onChange: (change: TableChange<UserSort, UserFilter>) => void;
  onOpen: (user: User) => void;
};

/** The user list. */
export function UsersTable({ state, onChange, onOpen }: UsersTableProps) {
  const language = useLanguage();
  const { t, plural, number } = language;
  const query = useQuery(usersQueryOptions(state));
  const selection = useSelection(state);
  return (
    <Stack gap="md">
      <div>
        <DataTable
          label={t('Users')}
          errorTitle={t('Failed to load users')}
          countText={(n) => plural(n, { one: '{n} user', other: '{n} users' }, { n: number(n) })}
          columns={userTableColumns(onOpen, language)}
          query={query}
          state={state}
          onChange={onChange}
          rowId={({ id }) => id}
          rowName={({ username }) => username}
          onOpen={onOpen}
          selection={selection}
          isWide
          emptyText={t('No users match these filters')}
        />
      </div>
      {selection.ids.size > 0 && <UsersBulkBar state={state} selection={selection} total={query.data?.total ?? 0} />}
    </Stack>
  );
}
