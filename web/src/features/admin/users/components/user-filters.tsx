import { ACCOUNT_STATUSES } from '@domain/account-status.ts';
import { COUNTRIES } from '@domain/countries.ts';
import { ROLES } from '@domain/roles.ts';
import type { TableChange } from '@/shared/ui/data-table/table-state.ts';
import { FilterDay, FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { roleLabel, STATUS_LABELS } from '../labels.ts';
import type { UserFilter, UserSort, UserTableState } from '../user-table.ts';

const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: roleLabel(value) }));
const STATUSES = ACCOUNT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
const VERIFIED = [
  { value: 'yes', label: 'Verified' },
  { value: 'no', label: 'Not verified' },
];
const ACCOUNT_TYPES = [
  { value: 'individual', label: 'Individual' },
  { value: 'organization', label: 'Organization' },
];
const COUNTRY_OPTIONS = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));

type UserFiltersProps = { state: UserTableState; onChange: (change: TableChange<UserSort, UserFilter>) => void };

/** Search and filters of the list of users. */
export function UserFilters({ state, onChange }: UserFiltersProps) {
  const { filters } = state;
  const set = (name: UserFilter) => (value: string) => onChange({ filters: { [name]: value } });
  return (
    <TableToolbar label="Users" searchPlaceholder="Name, email, company, tax code" state={state} onChange={onChange}>
      <FilterSelect label="Role" value={filters.role} options={ROLE_OPTIONS} onChange={set('role')} />
      <FilterSelect label="Status" value={filters.status} options={STATUSES} onChange={set('status')} />
      <FilterSelect label="Email" value={filters.verified} options={VERIFIED} onChange={set('verified')} />
      <FilterSelect
        label="Account type"
        value={filters.accountType}
        options={ACCOUNT_TYPES}
        onChange={set('accountType')}
      />
      <FilterSelect
        label="Country"
        value={filters.country}
        options={COUNTRY_OPTIONS}
        onChange={set('country')}
        searchable
      />
      <FilterDay label="Registered from" value={filters.from} max={filters.to} onChange={set('from')} />
      <FilterDay label="Registered to" value={filters.to} min={filters.from} onChange={set('to')} />
    </TableToolbar>
  );
}
