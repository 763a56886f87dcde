import { TextInput, type TextInputProps } from '@mantine/core';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { FieldProps } from './field-props.ts';
import { lengthProps, tooLongText, type TextLength } from './text-length.tsx';
import { useField } from './use-field.ts';
import { useShownError } from './use-shown-error.ts';

type TextFieldProps = TextInputProps &
  Pick<TextLength, 'tooLong'> & {
    /** Maximum length that, unlike `maxLength`, does not stop typing. */
    limit?: number;
    /** Error styling before the form has an error; the caller explains it. */
    isInvalid?: boolean;
  };

/** A single-line text as a form field. Pasted text is never cut; if too long, it is marked. */
export function TextField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  isInvalid = false,
  limit,
  tooLong,
  ...props
}: FieldProps<TextFieldProps, Values, Name, Transformed>) {
  const length = { limit: limit ?? props.maxLength, tooLong };
  const language = useLanguage();
  const shownError = useShownError();
  const { field, fieldState, readOnly } = useField({
    control,
    name,
    rules: { validate: (value) => tooLongText(String(value ?? ''), length, language) },
  });
  const { error, ...counted } = lengthProps(String(field.value ?? ''), length, language);
  return (
    <TextInput
      {...counted}
      {...props}
      readOnly={props.readOnly || readOnly}
      {...field}
      value={field.value ?? ''}
      onChange={(event) => {
        field.onChange(event);
        props.onChange?.(event);
      }}
      disabled={props.disabled}
      error={shownError(error ?? fieldState.error?.message) ?? isInvalid}
    />
  );
}
