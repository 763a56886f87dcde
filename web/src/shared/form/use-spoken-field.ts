import { useEffect, useState } from 'react';
import { useController, type FieldPath, type FieldValues, type UseControllerProps } from 'react-hook-form';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

type Translate = (text: string, language: Language) => string;

/** A field that holds the English form of a text and shows it in the language of the user. */
export function useSpokenField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed>(
  { control, name }: Pick<UseControllerProps<Values, Name, Transformed>, 'control' | 'name'>,
  { toEnglish, fromEnglish }: { toEnglish: Translate; fromEnglish: Translate },
) {
  const language = useLanguage();
  const { field, fieldState } = useController({ control, name });
  const [typed, setTyped] = useState({ text: '', english: '', language });
  const english = String(field.value ?? '');
  // Typed text is shown as typed, even where its translation back differs.
  const isTyped = typed.english === english && typed.language === language;
  const change = (text: string) => {
    const translation = toEnglish(text, language);
    setTyped({ text, english: translation, language });
    field.onChange(translation);
  };
  const isOutdated = isTyped && toEnglish(typed.text, language) !== english;
  useEffect(() => {
    // The same text can be another number after a change of currency.
    if (isOutdated) change(typed.text);
  });
  const value = isTyped ? typed.text : fromEnglish(english, language);
  return { field: { ...field, value }, english, change, error: fieldState.error?.message };
}
