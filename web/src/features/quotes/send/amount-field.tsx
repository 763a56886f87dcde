import { TextInput, type TextInputProps } from '@mantine/core';
import { useWatch, type Control } from 'react-hook-form';
import { translateNumbers } from '@domain/numbers.ts';
import type { QuoteValues } from '@domain/quote.ts';
import { lengthProps, type TextLength } from '@/shared/form/text-length.tsx';
import { useShownError } from '@/shared/form/use-shown-error.ts';
import { useSpokenField } from '@/shared/form/use-spoken-field.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { AMOUNTS, type AmountName } from './amount-reading.ts';
import type { ValidQuote } from './quote-defaults.ts';

type AmountFieldProps = TextInputProps & {
  control: Control<QuoteValues, unknown, ValidQuote>;
  name: AmountName;
  length: TextLength;
};

/** A free-text amount with localized numbers; below it the parsed value, or the error. */
export function AmountField({ control, name, length, ...props }: AmountFieldProps) {
  const language = useLanguage();
  const shownError = useShownError();
  const currency = useWatch({ control, name: 'currency' });
  const { read, say } = AMOUNTS[name];
  const translate = (text: string) => translateNumbers(text, language.locale, (english) => read(english, currency));
  const { field, english, change, error } = useSpokenField(
    { control, name },
    { toEnglish: translate, fromEnglish: translate },
  );
  const { error: lengthError, ...counted } = lengthProps(english, length, language);
  const shown = shownError(lengthError ?? error);
  return (
    <TextInput
      {...counted}
      {...props}
      {...field}
      onChange={(event) => change(event.currentTarget.value)}
      description={shown === undefined && english.trim() !== '' ? say(english, currency, language) : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={shown}
    />
  );
}
