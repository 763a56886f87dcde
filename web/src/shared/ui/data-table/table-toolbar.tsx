import { useEffect, useState, type ReactNode } from 'react';
import { Select, TextInput, type OptionsFilter } from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useId } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { searchOptions } from '@/shared/form/search-options.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { selectOnFocus } from '../select-on-focus.ts';
import { FiltersButton } from '../filters-button.tsx';
import type { TableChange, TableState } from './table-state.ts';
import classes from './data-table.module.css';

const SEARCH_DEBOUNCE_MS = 300;

type TableToolbarProps<Sort extends string, Filter extends string> = {
  /** Name of the search landmark: "Users". */
  label: string;
  searchPlaceholder: string;
  state: TableState<Sort, Filter>;
  onChange: (change: TableChange<Sort, Filter>) => void;
  /** The filters. */
  children?: ReactNode;
};

/** Search and filters above a table; the search is debounced by 300 ms. */
export function TableToolbar<Sort extends string, Filter extends string>({
  label,
  searchPlaceholder,
  state,
  onChange,
  children,
}: TableToolbarProps<Sort, Filter>) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState(state.q);
  const search = useDebouncedCallback((text: string) => onChange({ q: text.trim() }), SEARCH_DEBOUNCE_MS);
  // "Clear filters" and the back button change the search from outside; while typing, both texts are equal except for
  // surrounding spaces.
  useEffect(() => {
    setTyped((text) => (text.trim() === state.q ? text : state.q));
  }, [state.q]);
  return (
    <div className={classes.toolbar} role="search" aria-label={label}>
      <TextInput
        label={t('Search')}
        placeholder={searchPlaceholder}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
      />
      {children && <Filters active={Object.values(state.filters).filter(Boolean).length}>{children}</Filters>}
    </div>
  );
}

/** The filters. On a phone they are behind a button with the number of active ones, so that the rows stay in sight. */
function Filters({ active, children }: { active: number; children: ReactNode }) {
  const { t } = useLanguage();
  const id = useId();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <FiltersButton
        className={classes.filtersButton}
        label={t('Filters')}
        active={active}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      />
      <div id={id} className={classes.filters} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  );
}

type FilterSelectProps = {
  label: string;
  /** '' means unfiltered. */
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  searchable?: boolean;
  /** Matches typed text with options; default: by label. */
  filter?: OptionsFilter;
};

/** A filter with a fixed set of values; cleared, it accepts any. */
export function FilterSelect({
  label,
  value,
  options,
  onChange,
  searchable = false,
  filter = searchOptions,
}: FilterSelectProps) {
  const { t } = useLanguage();
  return (
    <Select
      {...selectOnFocus}
      label={label}
      placeholder={t('Any')}
      clearable
      searchable={searchable}
      filter={filter}
      data={[...options]}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      clearButtonProps={{ 'aria-label': t('Clear {label}', { label: label.toLowerCase() }) }}
    />
  );
}
