import { useEffect, useRef, useState } from 'react';
import { getOptionsLockup, getParsedComboboxData, Select, type SelectProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { selectOnFocus } from '@/shared/ui/select-on-focus.ts';
import type { FieldProps } from './field-props.ts';
import { searchOptions } from './search-options.ts';
import { useField } from './use-field.ts';
import { useShownError } from './use-shown-error.ts';

/** The keys that change a text; those of a phone have no name. */
const TYPES = /^(?:.|Backspace|Delete|Process|Unidentified)$/u;

/**
 * A select as a form field; '' means none. A searchable one opens by typing, an arrow key or a press, not by the focus:
 * its list would cover the message of a refused field, or the field before it. Typing and Enter choose.
 */
export function SelectField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  ...props
}: FieldProps<SelectProps, Values, Name, Transformed>) {
  const shownError = useShownError();
  const { field, fieldState, readOnly } = useField({ control, name });
  const [isOpen, setIsOpen] = useState(false);
  // A list that opens by typing starts at its first option, which must be there by then.
  const [isTyping, setIsTyping] = useState(false);
  const chosen = getOptionsLockup(getParsedComboboxData(props.data))[field.value]?.label ?? '';
  const [search, setSearch] = useState(chosen);
  const isSearch = props.searchable === true && search !== '' && search !== chosen;
  const input = useRef<HTMLInputElement>(null);
  const ref = useMergedRef(field.ref, input, props.ref);
  useEffect(() => {
    if (!isOpen || !isSearch) return;
    // `selectFirstOptionOnChange` would also choose without a search, and would not tell a screen reader. Up and down is
    // the first option, whichever is active.
    for (const code of ['ArrowUp', 'ArrowDown']) {
      input.current?.dispatchEvent(new KeyboardEvent('keydown', { code, bubbles: true }));
    }
  }, [isOpen, isSearch, search]);
  return (
    <Select
      filter={searchOptions}
      openOnFocus={false}
      allowDeselect={!props.searchable}
      selectFirstOptionOnDropdownOpen={isTyping}
      {...selectOnFocus}
      {...props}
      comboboxProps={{ ...props.comboboxProps, ...(isTyping && { transitionProps: { duration: 0 } }) }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => {
        setIsOpen(false);
        // The field shows what the form would send.
        setSearch(chosen);
      }}
      searchValue={search}
      onSearchChange={setSearch}
      onPointerDown={() => setIsTyping(false)}
      onKeyDownCapture={(event) => {
        if (!props.searchable || !isOpen || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        // Enter in an open list must not send the form with the value before.
        event.preventDefault();
        if (isSearch || !isTyping) return;
        // An emptied text or the chosen option is no search, and chooses nothing.
        event.stopPropagation();
        setIsOpen(false);
        setSearch(chosen);
      }}
      onKeyDown={(event) => {
        if (event.key.startsWith('Arrow')) setIsTyping(false);
        else if (props.searchable && TYPES.test(event.key)) setIsTyping(true);
        props.onKeyDown?.(event);
      }}
      readOnly={props.readOnly || readOnly}
      ref={ref}
      name={field.name}
      onBlur={field.onBlur}
      value={field.value || null}
      onChange={(value, option) => {
        field.onChange(value ?? '');
        props.onChange?.(value, option);
      }}
      error={shownError(fieldState.error?.message)}
    />
  );
}
