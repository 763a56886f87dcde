import { Select } from '@mantine/core';
import { ACCOUNT_TYPES, PRODUCT_MATCHES } from '@domain/quote-values.ts';
import { QUOTE_STATUS_LABELS } from '@domain/quote-status.ts';
import { DateInput } from '@/shared/form/date-input.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { FilterSelect, TableToolbar } from '@/shared/ui/data-table/table-toolbar.tsx';
import { accountTypeText, shortMatch } from '../facts/quote-facts.ts';
import type { SortOrder } from '@/shared/ui/data-table/table-state.ts';
import {
  LISTED_STATUSES,
  quoteTable,
  type QuoteSort,
  type QuoteTableChange,
  type QuoteTableState,
} from './quote-table.ts';
import type { QuoteSide } from '../facts/shown-quote.ts';

const SORT_LABELS = {
  'sent desc': msg('Newest'),
  'sent asc': msg('Oldest'),
  'messages desc': msg('Latest message'),
  'messages asc': msg('Oldest message'),
  'price desc': msg('Highest price'),
  'price asc': msg('Lowest price'),
  'changed desc': msg('Latest change'),
  'changed asc': msg('Oldest change of status'),
} as const satisfies Record<`${QuoteSort} ${SortOrder}`, string>;

type QuoteFiltersBarProps = {
  side: QuoteSide;
  state: QuoteTableState;
  onChange: (change: QuoteTableChange) => void;
};

/**
 * Filters and sorts a list of quotes: search in title and name of the other party, status, match, account type, dates.
 */
export function QuoteFiltersBar({ side, state, onChange }: QuoteFiltersBarProps) {
  const language = useLanguage();
  const { t } = language;
  const { status, match, accountType, from, to } = state.filters;
  return (
    <TableToolbar
      label={t('Quotes')}
      searchPlaceholder={side === 'sent' ? t('Request or owner') : t('Request or supplier')}
      state={state}
      onChange={onChange}
    >
      <FilterSelect
        label={t('Status')}
        value={status}
        options={LISTED_STATUSES.map((value) => ({
          value,
          label: value === 'undecided' ? t('Undecided') : t(QUOTE_STATUS_LABELS[value]),
        }))}
        onChange={(value) => onChange({ filters: { status: value } })}
      />
      <FilterSelect
        label={t('Match')}
        value={match}
        options={PRODUCT_MATCHES.map((value) => ({ value, label: shortMatch(value, language) }))}
        onChange={(value) => onChange({ filters: { match: value } })}
      />
      <FilterSelect
        label={t('Account type')}
        value={accountType}
        options={ACCOUNT_TYPES.map((value) => ({ value, label: accountTypeText(value, language) }))}
        onChange={(value) => onChange({ filters: { accountType: value } })}
      />
      <DateInput
        label={t('Sent from')}
        value={from}
        max={to}
        onChange={(day) => onChange({ filters: { from: day } })}
      />
      <DateInput label={t('Sent to')} value={to} min={from} onChange={(day) => onChange({ filters: { to: day } })} />
      <Select
        label={t('Sort by')}
        allowDeselect={false}
        data={Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label: t(label) }))}
        value={`${state.sort} ${state.order}`}
        onChange={(value) => {
          const [sort, order] = value?.split(' ') ?? [];
          onChange({
            sort: quoteTable.sorts.find((each) => each === sort) ?? 'sent',
            order: order === 'asc' ? 'asc' : 'desc',
          });
        }}
      />
    </TableToolbar>
  );
}
