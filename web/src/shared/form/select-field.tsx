import { Select, type SelectProps } from '@mantine/core';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { selectOnFocus } from '@/shared/ui/select-on-focus.ts';
import type { FieldProps } from './field-props.ts';
import { searchOptions } from './search-options.ts';
import { useField } from './use-field.ts';
import { useShownError } from './use-shown-error.ts';

/** A select as a form field; '' means none. */
export function SelectField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  ...props
}: FieldProps<SelectProps, Values, Name, Transformed>) {
  const shownError = useShownError();
  const { field, fieldState, readOnly } = useField({ control, name });
  return (
    <Select
      filter={searchOptions}
      {...selectOnFocus}
      {...props}
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
