import { Radio, type RadioGroupProps } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { FieldProps } from './field-props.ts';
import { useField } from './use-field.ts';
import { useShownError } from './use-shown-error.ts';

/** Radio buttons as a form field; pass the `Radio`s as children. */
export function RadioField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  ...props
}: FieldProps<RadioGroupProps, Values, Name, Transformed>) {
  const shownError = useShownError();
  const { field, fieldState, readOnly } = useField({ control, name });
  return (
    <Radio.Group
      {...props}
      readOnly={props.readOnly || readOnly}
      name={field.name}
      onBlur={field.onBlur}
      value={field.value ?? ''}
      onChange={(value) => {
        field.onChange(value);
        props.onChange?.(value);
      }}
      error={shownError(fieldState.error?.message)}
    />
  );
}
