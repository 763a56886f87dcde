import type { FieldPath, FieldValues } from 'react-hook-form';
import { DateInput, type DateInputProps } from './date-input.tsx';
import type { FieldProps } from './field-props.ts';
import { useField } from './use-field.ts';
import { useShownError } from './use-shown-error.ts';

const HALF = 'half';

/** A day or time as a form field; '' for none. */
export function DateField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  ...props
}: FieldProps<Omit<DateInputProps, 'onChange' | 'onRefused'>, Values, Name, Transformed>) {
  const shownError = useShownError();
  const { field, fieldState, readOnly } = useField({ control, name });
  return (
    <DateInput
      {...props}
      readOnly={props.readOnly || readOnly}
      {...field}
      value={field.value ?? ''}
      disabled={props.disabled}
      // Setting the error opens a collapsed section. The input shows its own message until the date is complete.
      onRefused={() => control.setError(name, { type: HALF })}
      error={fieldState.error?.type === HALF ? undefined : shownError(fieldState.error?.message)}
    />
  );
}
