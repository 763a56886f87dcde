import { ACCOUNT_STATUSES } from '@domain/account-status.ts';
import { ROLES } from '@domain/roles.ts';
import { DateInput } from '@/shared/form/date-input.tsx';
import { searchCountries } from '@/shared/form/search-options.ts';
import { countriesIn } from '@/shared/i18n/country-names.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { translatedOptions } from '@/shared/i18n/translated-options.ts';
import type { TableChange } from '@/shared/ui/data-table/table-state.ts';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { roleLabel, STATUS_LABELS } from '../labels.ts';
import type { UserFilter, UserSort, UserTableState } from './user-table.ts';

const VERIFIED = [
  { value: 'yes', label: msg('Verified') },
  { value: 'no', label: msg('Not verified') },
];
const ACCOUNT_TYPES = [
  { value: 'individual', label: msg('Individual') },
  { value: 'organization', label: msg('Organization') },
];

type UserFiltersProps = { state: UserTableState; onChange: (change: TableChange<UserSort, UserFilter>) => void };

/** Search and filters of the user list. */
export function UserFilters({ state, onChange }: UserFiltersProps) {
  const language = useLanguage();
  const { t } = language;
  const { filters } = state;
  const set = (name: UserFilter) => (value: string) => onChange({ filters: { [name]: value } });
  return (
    <TableToolbar
      label={t('Users')}
      searchPlaceholder={t('Name, email, company, tax code')}
      state={state}
      onChange={onChange}
    >
      <FilterSelect
        label={t('Role')}
        value={filters.role}
        options={ROLES.map((value) => ({ value, label: roleLabel(value, language) }))}
        onChange={set('role')}
      />
      <FilterSelect
        label={t('Status')}
        value={filters.status}
        options={ACCOUNT_STATUSES.map((value) => ({ value, label: t(STATUS_LABELS[value]) }))}
        onChange={set('status')}
      />
      <FilterSelect
        label={t('Email')}
        value={filters.verified}
        options={translatedOptions(VERIFIED, language)}
        onChange={set('verified')}
      />
      <FilterSelect
        label={t('Account type')}
        value={filters.accountType}
        options={translatedOptions(ACCOUNT_TYPES, language)}
        onChange={set('accountType')}
      />
      <FilterSelect
        label={t('Country')}
        value={filters.country}
        options={countriesIn(language).map(({ code, name }) => ({ value: code, label: name }))}
        onChange={set('country')}
        searchable
        filter={searchCountries}
      />
      <DateInput label={t('Registered from')} value={filters.from} max={filters.to} onChange={set('from')} />
      <DateInput label={t('Registered to')} value={filters.to} min={filters.from} onChange={set('to')} />
    </TableToolbar>
  );
}
