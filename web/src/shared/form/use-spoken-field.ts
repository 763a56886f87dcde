import { useEffect, useState } from 'react';
import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useField } from './use-field.ts';

type Translate = (text: string, language: Language) => string;

/** A field that stores the English form of a text and shows it in the user's language. */
export function useSpokenField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed>(
  { control, name }: Pick<UseControllerProps<Values, Name, Transformed>, 'control' | 'name'>,
  { toEnglish, fromEnglish }: { toEnglish: Translate; fromEnglish: Translate },
) {
  const language = useLanguage();
  const { field, fieldState, readOnly } = useField({ control, name });
  const [typed, setTyped] = useState({ text: '', english: '', language });
  const english = String(field.value ?? '');
  // Typed text stays as typed, even if translating it back gives another text.
  const isTyped = typed.english === english && typed.language === language;
  const change = (text: string) => {
    const translation = toEnglish(text, language);
    setTyped({ text, english: translation, language });
    field.onChange(translation);
  };
  const isOutdated = isTyped && toEnglish(typed.text, language) !== english;
  useEffect(() => {
    // With another currency, the same text can be another number.
    if (isOutdated) change(typed.text);
  });
  const value = isTyped ? typed.text : fromEnglish(english, language);
  return { field: { ...field, value, readOnly }, english, change, error: fieldState.error?.message };
}
