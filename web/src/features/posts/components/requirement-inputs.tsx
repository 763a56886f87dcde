import { useState } from 'react';
import { Autocomplete, TextInput, type TextInputProps } from '@mantine/core';
import { useController, type Control } from 'react-hook-form';
import { UNITS } from '@domain/requirement-options.ts';
import { UNIT_MAX } from '@domain/requirements-schema.ts';
import { searchOptions } from '@/shared/form/search-options.ts';
import { lengthProps } from '@/shared/form/text-length.tsx';
import { useShownError } from '@/shared/form/use-shown-error.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { unitName, unitOf } from '@/shared/text/unit-words.ts';
import type { PostValues, ValidPost } from '../post-values.ts';
import { fromEnglishNumber, toEnglishNumber } from '../typed-number.ts';

type FormControl = Control<PostValues, unknown, ValidPost>;
type Translate = (text: string, language: Language) => string;

/** A field that holds the English form of what is typed and shown in the language of the reader. */
function useSpokenField(
  control: FormControl,
  name: 'quantity' | 'targetPrice' | 'unit',
  { toEnglish, fromEnglish }: { toEnglish: Translate; fromEnglish: Translate },
) {
  const language = useLanguage();
  const { field, fieldState } = useController({ control, name });
  const [typed, setTyped] = useState('');
  // What is typed stays as it is, also while it is the beginning of something longer.
  const value = toEnglish(typed, language) === field.value ? typed : fromEnglish(field.value, language);
  const change = (text: string) => {
    setTyped(text);
    field.onChange(toEnglish(text, language));
  };
  return { field: { ...field, value }, change, error: fieldState.error?.message };
}

const AS_NUMBER = { toEnglish: toEnglishNumber, fromEnglish: fromEnglishNumber };
const AS_UNIT = { toEnglish: unitOf, fromEnglish: unitName };

type NumberFieldProps = TextInputProps & { control: FormControl; name: 'quantity' | 'targetPrice' };

/** A number, typed as the language writes it. */
export function NumberField({ control, name, ...props }: NumberFieldProps) {
  const shownError = useShownError();
  const { field, change, error } = useSpokenField(control, name, AS_NUMBER);
  return (
    <TextInput
      {...props}
      {...field}
      inputMode="decimal"
      onChange={(event) => change(event.currentTarget.value)}
      error={shownError(error)}
    />
  );
}

/** Suggests what is common; any other unit may be typed. */
export function UnitField({ control }: { control: FormControl }) {
  const language = useLanguage();
  const { t } = language;
  const shownError = useShownError();
  const { field, change, error } = useSpokenField(control, 'unit', AS_UNIT);
  const { error: lengthError, ...counted } = lengthProps(field.value, { limit: UNIT_MAX }, language);
  return (
    <Autocomplete
      {...counted}
      {...field}
      onChange={change}
      label={t('Unit')}
      placeholder={t('e.g. ton')}
      filter={searchOptions}
      data={UNITS.map((unit) => unitName(unit, language))}
      maxLength={UNIT_MAX}
      maxDropdownHeight={220}
      autoComplete="off"
      error={shownError(lengthError ?? error)}
    />
  );
}
