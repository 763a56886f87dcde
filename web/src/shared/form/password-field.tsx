import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { FieldProps } from './field-props.ts';
import { useField } from './use-field.ts';
import { useShownError } from './use-shown-error.ts';

/** A password as a form field, with a button to reveal it. */
export function PasswordField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  ...props
}: FieldProps<PasswordInputProps, Values, Name, Transformed>) {
  const shownError = useShownError();
  const { field, fieldState, readOnly } = useField({ control, name });
  return (
    <PasswordInput
      {...props}
      readOnly={props.readOnly || readOnly}
      {...field}
      value={field.value ?? ''}
      onChange={(event) => {
        field.onChange(event);
        props.onChange?.(event);
      }}
      disabled={props.disabled}
      error={shownError(fieldState.error?.message)}
      aria-invalid={fieldState.invalid || undefined}
    />
  );
}
