import { TextInput, type TextInputProps } from '@mantine/core';
import { useController, type FieldPath, type FieldValues } from 'react-hook-form';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { FieldProps } from './field-props.ts';
import { lengthProps, tooLongText, type TextLength } from './text-length.tsx';
import { useShownError } from './use-shown-error.ts';

type TextFieldProps = TextInputProps &
  Pick<TextLength, 'tooLong'> & {
    /** The most characters where typing does not stop at them, as it does at `maxLength`. */
    limit?: number;
    /** Looks refused although the form knows of no error (yet); the caller explains it. */
    isInvalid?: boolean;
  };

/** A line of text bound to a form. Pasted text stays whole and is marked where it is too long. */
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
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (value) => tooLongText(String(value ?? ''), length, language) },
  });
  const { error, ...counted } = lengthProps(String(field.value ?? ''), length, language);
  return (
    <TextInput
      {...counted}
      {...props}
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
