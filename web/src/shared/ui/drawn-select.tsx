import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Select, type ComboboxItem, type SelectProps } from '@mantine/core';
import { selectOnFocus } from './select-on-focus.ts';

/** Interactions with the field that stood in for a select. */
export type SelectStart = { hasFocus: boolean; isPressed: boolean; typed: string };

export type DrawnSelectProps = Pick<
  SelectProps,
  | 'label'
  | 'placeholder'
  | 'value'
  | 'searchable'
  | 'filter'
  | 'clearable'
  | 'clearButtonProps'
  | 'nothingFoundMessage'
  | 'renderOption'
  | 'maxDropdownHeight'
  | 'allowDeselect'
  | 'size'
> & {
  id: string;
  /** Returns the options lazily: long lists are slow and invisible before use. */
  data: () => ComboboxItem[];
  onChange: (value: string | null) => void;
  start: SelectStart;
};

/** The real select that replaces a `LateSelect` on first use and takes over its state. */
export function DrawnSelect({ data, start, ...props }: DrawnSelectProps) {
  const input = useRef<HTMLInputElement>(null);
  const [begun] = useState(start);
  const options = useMemo(() => data(), [data]);
  const [search, setSearch] = useState('');
  useLayoutEffect(() => {
    if (begun.hasFocus) input.current?.focus({ preventScroll: true });
  }, [begun]);
  useEffect(() => {
    if (begun.isPressed) input.current?.click();
    if (begun.typed) setSearch(begun.typed);
  }, [begun]);
  return (
    <Select
      ref={input}
      {...selectOnFocus}
      {...props}
      // Typing and Enter choose.
      selectFirstOptionOnChange={props.searchable}
      data={options}
      searchValue={search}
      onSearchChange={setSearch}
    />
  );
}
