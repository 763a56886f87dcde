import { useEffect, useState } from 'react';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { ACCOUNT_TYPES, PRODUCT_MATCHES } from '@domain/quote.ts';
import { shortMatch } from '../lib/quote-facts.ts';
import { QUOTE_SORTS, type QuoteFilters, type QuoteSort, type SortOrder } from '../lib/quote-filters.ts';
import type { QuoteSide } from '../quote.ts';
import classes from './quotes.module.css';

const SEARCH_DEBOUNCE_MS = 300;

const MATCH_OPTIONS = PRODUCT_MATCHES.map((value) => ({ value, label: shortMatch(value) }));
const ACCOUNT_OPTIONS = ACCOUNT_TYPES.map((value) => ({ value, label: value === 'individual' ? 'Individual' : 'Organization' }));

const SORT_LABELS = {
  'sent desc': 'Newest',
  'sent asc': 'Oldest',
  'messages desc': 'Latest message',
  'messages asc': 'Oldest message',
  'price desc': 'Highest price',
  'price asc': 'Lowest price',
} as const satisfies Record<`${QuoteSort} ${SortOrder}`, string>;
const SORT_OPTIONS = Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label }));

type QuoteFiltersBarProps = { side: QuoteSide; filters: QuoteFilters; onChange: (change: Partial<QuoteFilters>) => void };

/** Narrows and sorts a list of quotes: search in the title and the name of the other party, match, account type, days. */
export function QuoteFiltersBar({ side, filters, onChange }: QuoteFiltersBarProps) {
  const [typed, setTyped] = useState(filters.search);
  const search = useDebouncedCallback((text: string) => onChange({ search: text.trim() }), SEARCH_DEBOUNCE_MS);
  // Clear filters and the back button change the search from outside; while typing both agree but for blanks at the ends.
  useEffect(() => {
    setTyped((text) => (text.trim() === filters.search ? text : filters.search));
  }, [filters.search]);

  return (
    <div className={classes.filters} role="search" aria-label="Quotes">
      <TextInput
        label="Search"
        placeholder={side === 'sent' ? 'Request or owner' : 'Request or supplier'}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      <Select
        label="Match"
        placeholder="Any"
        clearable
        data={MATCH_OPTIONS}
        value={filters.match || null}
        onChange={(value) => onChange({ match: PRODUCT_MATCHES.find((match) => match === value) ?? '' })}
      />
      <Select
        label="Account type"
        placeholder="Any"
        clearable
        data={ACCOUNT_OPTIONS}
        value={filters.accountType || null}
        onChange={(value) => onChange({ accountType: ACCOUNT_TYPES.find((type) => type === value) ?? '' })}
      />
      <TextInput
        label="Sent from"
        type="date"
        value={filters.from}
        max={filters.to || undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        label="Sent to"
        type="date"
        value={filters.to}
        min={filters.from || undefined}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      <Select
        label="Sort by"
        className={classes.sortBy}
        allowDeselect={false}
        data={SORT_OPTIONS}
        value={`${filters.sort} ${filters.order}`}
        onChange={(value) => {
          const [sort, order] = value?.split(' ') ?? [];
          onChange({ sort: QUOTE_SORTS.find((each) => each === sort) ?? 'sent', order: order === 'asc' ? 'asc' : 'desc' });
        }}
      />
    </div>
  );
}
