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
  const [isOpen, setIsOpen] = useState(false);
  const isTyped = useRef(false);
  const chosen = options.find(({ value }) => value === props.value)?.label ?? '';
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
      // Typing and Enter choose, but not if the text is empty or that of the choice: then the list is whole.
      selectFirstOptionOnChange={props.searchable}
      onInput={() => (isTyped.current = true)}
      onKeyDownCapture={(event) => {
        if (event.key.startsWith('Arrow')) isTyped.current = false;
        if (event.key !== 'Enter' || !isOpen || !isTyped.current || (search !== '' && search !== chosen)) return;
        event.preventDefault();
        event.stopPropagation();
        setSearch(chosen);
        setIsOpen(false);
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      data={options}
      searchValue={search}
      onSearchChange={setSearch}
    />
  );
}
