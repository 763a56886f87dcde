import { Radio, type RadioGroupProps } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import type { FieldProps } from './field-props.ts';
import { useShownError } from './use-shown-error.ts';

/** Radio buttons as a form field; pass the `Radio`s as children. */
export function RadioField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  ...props
}: FieldProps<RadioGroupProps, Values, Name, Transformed>) {
  const shownError = useShownError();
  const { field, fieldState } = useController({ control, name });
  return (
    <Radio.Group
      {...props}
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
