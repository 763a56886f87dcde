import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { DateInput, type DateInputProps } from './date-input.tsx';
import type { FieldProps } from './field-props.ts';
import { useShownError } from './use-shown-error.ts';

/** A day or a time bound to a form; nothing chosen is the empty text. */
export function DateField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  ...props
}: FieldProps<Omit<DateInputProps, 'onChange'>, Values, Name, Transformed>) {
  const shownError = useShownError();
  const { field, fieldState } = useController({ control, name });
  return (
    <DateInput
      {...props}
      {...field}
      value={field.value ?? ''}
      disabled={props.disabled}
      error={shownError(fieldState.error?.message)}
    />
  );
}
