import { translateArriving } from '@domain/arriving-text.ts';
import { writeNumber } from '@domain/numbers.ts';
import type { Locale } from '@domain/locale.ts';
import type { Catalogue, Translation } from './catalogue.ts';
import { formatsOf } from './formats.ts';
import { makeLanguage, PLACE, type Language } from './language.ts';
import { shortKey } from './short-catalogue.ts';

/** Whether every placeholder of a translation has a value. */
const fits = (translation: string, values: Readonly<Record<string, unknown>>): boolean =>
  [...translation.matchAll(PLACE)].every(([, name = '']) => Object.hasOwn(values, name));

/**
 * The language of a catalogue, whose keys can be short. Falls back to English for missing translations and for those
 * with a placeholder that has no value.
 */
export function translated(locale: Locale, catalogue: Catalogue): Language {
  // A domain label is used by the page, but can also arrive in an answer.
  const texts = new Map(Object.entries<Translation>({ ...catalogue.messages, ...catalogue.texts }));
  const lookUp = (text: string) => texts.get(text) ?? texts.get(shortKey(text));
  const rules = new Intl.PluralRules(locale);
  return makeLanguage(locale, {
    find(text, values, context, n = 0) {
      const found = (context && lookUp(`${text}|${context}`)) || lookUp(text);
      const translation = typeof found === 'object' ? (found[rules.select(n)] ?? found.other) : found;
      return typeof translation === 'string' && translation && fits(translation, values) ? translation : text;
    },
    message: translateArriving(
      catalogue,
      { date: formatsOf(locale, '').date, number: (value) => writeNumber(value, locale) },
      shortKey,
    ),
  });
}
