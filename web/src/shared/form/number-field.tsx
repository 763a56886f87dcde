import { TextInput, type TextInputProps } from '@mantine/core';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { readTyped, writeNumber } from '@domain/numbers.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { FieldProps } from './field-props.ts';
import { fromEnglishNumber, toEnglishNumber } from './english-number.ts';
import { useShownError } from './use-shown-error.ts';
import { useSpokenField } from './use-spoken-field.ts';

type NumberFieldProps = TextInputProps & {
  /** Whether only integers are valid, so that any separator before three digits is a thousands separator. */
  isWhole?: boolean;
};

/** Reserves the space of the description, so that the field does not move when the parsed value appears. */
const BELOW: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error'];

const AS_NUMBER = { toEnglish: toEnglishNumber, fromEnglish: fromEnglishNumber };

/**
 * A number typed in the user's locale, with the parsed value below if it differs from the text. The form holds the
 * English format, for `typedNumber` of the domain. Used for every amount.
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
      onBlur={(event) => {
        field.onBlur();
        props.onBlur?.(event);
      }}
      description={isPlain ? props.description : t('We read: {price}', { price: written })}
      error={shownError(error)}
    />
  );
}
