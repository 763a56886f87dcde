import { useState } from 'react';
import { Select, type SelectProps } from '@mantine/core';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { selectOnFocus } from '@/shared/ui/select-on-focus.ts';
import type { FieldProps } from './field-props.ts';
import { searchOptions } from './search-options.ts';
import { useField } from './use-field.ts';
import { useShownError } from './use-shown-error.ts';

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
  // A list that opens by typing starts at its first option, which must be there by then.
  const [isTyping, setIsTyping] = useState(false);
  return (
    <Select
      filter={searchOptions}
      openOnFocus={false}
      selectFirstOptionOnChange={props.searchable}
      selectFirstOptionOnDropdownOpen={isTyping}
      {...selectOnFocus}
      {...props}
      comboboxProps={{ ...props.comboboxProps, ...(isTyping && { transitionProps: { duration: 0 } }) }}
      onPointerDown={() => setIsTyping(false)}
      onKeyDown={(event) => {
        setIsTyping(props.searchable === true && !event.key.startsWith('Arrow'));
        // Enter in an open list without a match must not send the form with the value before.
        if (props.searchable && event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true') {
          event.preventDefault();
        }
        props.onKeyDown?.(event);
      }}
      readOnly={props.readOnly || readOnly}
      ref={field.ref}
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
