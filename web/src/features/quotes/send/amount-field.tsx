import { useRef } from 'react';
import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { IconCornerDownRight } from '@tabler/icons-react';
import { useWatch, type Control } from 'react-hook-form';
import { translateNumbers } from '@domain/numbers.ts';
import type { QuoteValues } from '@domain/quote.ts';
import { lengthProps, type TextLength } from '@/shared/form/text-length.tsx';
import { useShownError } from '@/shared/form/use-shown-error.ts';
import { useSpokenField } from '@/shared/form/use-spoken-field.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { AMOUNTS, offerUnit, type AmountName } from './amount-reading.ts';
import type { ValidQuote } from './quote-defaults.ts';

type AmountFieldProps = TextInputProps & {
  control: Control<QuoteValues, unknown, ValidQuote>;
  name: AmountName;
  length: TextLength;
  /** The unit of the request, which is offered for a price without one. */
  unit?: string | null;
  /** Called with each typed text, in English. */
  onType?: (english: string) => void;
};

/** A free-text amount with localized numbers; below it the parsed value, or the error, and the unit that a price lacks. */
export function AmountField({ control, name, length, unit = null, onType, ...props }: AmountFieldProps) {
  const language = useLanguage();
  const shownError = useShownError();
  const currency = useWatch({ control, name: 'currency' });
  const { read, say } = AMOUNTS[name];
  const translate = (text: string) => translateNumbers(text, language.locale, (english) => read(english, currency));
  const { field, english, change, error } = useSpokenField(
    { control, name },
    { toEnglish: translate, fromEnglish: translate },
  );
  const handleType = (text: string) => {
    change(text);
    onType?.(translate(text));
  };
  const { error: lengthError, ...counted } = lengthProps(english, length, language);
  const shown = shownError(lengthError ?? error);
  const input = useRef<HTMLInputElement>(null);
  const ref = useMergedRef(field.ref, input);
  const offer = shown === undefined && unit !== null ? offerUnit(english, currency, unit, language) : null;
  const withUnit = offer && `${field.value.trim()}${offer.suffix}`;
  return (
    <div>
      <TextInput
        {...counted}
        {...props}
        {...field}
        ref={ref}
        onChange={(event) => handleType(event.currentTarget.value)}
        description={shown === undefined && english.trim() !== '' ? say(english, currency, language) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={shown}
      />
      {offer && withUnit !== null && withUnit.length <= (length.limit ?? Infinity) && (
        <Button
          variant="default"
          size="xs"
          mt={6}
          leftSection={<IconCornerDownRight size={16} aria-hidden />}
          onClick={() => {
            // The button is gone with the offer.
            input.current?.focus();
            change(withUnit);
          }}
        >
          {offer.said}
        </Button>
      )}
    </div>
  );
}
