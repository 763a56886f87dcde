import { TextInput, type TextInputProps } from '@mantine/core';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import type { FieldProps } from './field-props.ts';

type TextFieldProps = TextInputProps & {
  /** Looks refused although the form knows of no error (yet); whoever says so explains it. */
  isInvalid?: boolean;
};

/** A line of text bound to a form. */
export function TextField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  isInvalid = false,
  ...props
}: FieldProps<TextFieldProps, Values, Name, Transformed>) {
  const { field, fieldState } = useController({ control, name });
  return (
    <TextInput
      {...props}
      {...field}
      value={field.value ?? ''}
      onChange={(event) => {
        field.onChange(event);
        props.onChange?.(event);
      }}
      disabled={props.disabled}
      error={fieldState.error?.message ?? isInvalid}
    />
  );
}
