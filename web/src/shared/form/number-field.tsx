import { TextInput, type TextInputProps } from '@mantine/core';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { readTyped, writeNumber } from '@domain/numbers.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { FieldProps } from './field-props.ts';
import { fromEnglishNumber, toEnglishNumber } from './typed-number.ts';
import { useShownError } from './use-shown-error.ts';
import { useSpokenField } from './use-spoken-field.ts';

type NumberFieldProps = TextInputProps & {
  /** Whether the number is whole, so that any separator before three digits separates thousands. */
  isWhole?: boolean;
};

/** Without a description of its own, the field must not move down when the text of what was read appears. */
const BELOW: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

const AS_NUMBER = { toEnglish: toEnglishNumber, fromEnglish: fromEnglishNumber };

/**
 * A number, typed in the format of the language; below it what was read, unless that is the same text. The form holds the English format,
 * which `typedNumber` of the domain reads. Every field for an amount is one of these.
 */
export function NumberField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed = Values>({
  control,
  name,
  isWhole = false,
  ...props
}: FieldProps<NumberFieldProps, Values, Name, Transformed>) {
  const { t, locale } = useLanguage();
  const shownError = useShownError();
  const { field, english, change, error } = useSpokenField({ control, name }, AS_NUMBER);
  const number = readTyped(english, isWhole ? 'whole' : 'any');
  const written = typeof number === 'number' ? writeNumber(number, locale) : '';
  const isPlain = written === '' || [written, writeNumber(Number(number), locale, false)].includes(field.value.trim());
  const order = props.description ? undefined : BELOW;
  return (
    <TextInput
      inputWrapperOrder={order}
      {...props}
      {...field}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      onChange={(event) => change(event.currentTarget.value)}
      description={isPlain ? props.description : t('We read: {price}', { price: written })}
      error={shownError(error)}
    />
  );
}
