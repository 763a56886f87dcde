import { Textarea, type TextareaProps } from '@mantine/core';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import type { FieldProps } from './field-props.ts';

/** Several lines of text bound to a form. */
export function TextareaField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  ...props
}: FieldProps<TextareaProps, Values, Name, Transformed>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <Textarea
      {...props}
      {...field}
      value={field.value ?? ''}
      onChange={(event) => {
        field.onChange(event);
        props.onChange?.(event);
      }}
      disabled={props.disabled}
      error={fieldState.error?.message}
    />
  );
}
