import { translateArriving } from '@domain/arriving-text.ts';
import { writeNumber } from '@domain/numbers.ts';
import type { Locale } from '@domain/locale.ts';
import type { Catalogue, Translation } from './catalogue.ts';
import { formatsOf } from './formats.ts';
import { makeLanguage, PLACE, type Language } from './language.ts';
import { shortKey } from './short-catalogue.ts';

/** Whether every place of a translation can be filled. */
const fits = (translation: string, values: Readonly<Record<string, unknown>>): boolean =>
  [...translation.matchAll(PLACE)].every(([, name = '']) => Object.hasOwn(values, name));

/** The language of a catalogue, whose keys may be short. A translation that it lacks, or that names a place which nobody fills, is English. */
export function translated(locale: Locale, catalogue: Catalogue): Language {
  // A label of the domain is named by the page, but may arrive as well.
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
