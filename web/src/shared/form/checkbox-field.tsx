import { Checkbox, type CheckboxProps } from '@mantine/core';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { FieldProps } from './field-props.ts';
import { useField } from './use-field.ts';
import { useShownError } from './use-shown-error.ts';

/** A checkbox as a form field. */
export function CheckboxField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  ...props
}: FieldProps<CheckboxProps, Values, Name, Transformed>) {
  const shownError = useShownError();
  const { field, fieldState, readOnly } = useField({ control, name });
  return (
    <Checkbox
      {...props}
      readOnly={props.readOnly || readOnly}
      ref={field.ref}
      name={field.name}
      onBlur={field.onBlur}
      checked={field.value === true}
      onChange={(event) => {
        field.onChange(event.currentTarget.checked);
        props.onChange?.(event);
      }}
      error={shownError(fieldState.error?.message)}
    />
  );
}
