import { useState } from 'react';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/shared/ui/data-table/data-table.tsx';
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
  // Other filters are another list, of which nobody has been chosen.
  const list = JSON.stringify([state.q, state.filters]);
  const [chosen, setChosen] = useState<{ list: string; ids: ReadonlySet<number> }>({ list, ids: new Set() });
  const ids: ReadonlySet<number> = chosen.list === list ? chosen.ids : new Set();
  const choose = (next: ReadonlySet<number>) => setChosen({ list, ids: next });
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
          selection={{ ids, onChange: choose }}
          emptyText={t('No users match these filters')}
        />
      </div>
      {ids.size > 0 && <UsersBulkBar state={state} ids={ids} total={query.data?.total ?? 0} onChange={choose} />}
    </Stack>
  );
}
