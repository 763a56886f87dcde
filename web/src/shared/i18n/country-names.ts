import { COUNTRIES } from '@domain/countries.ts';
import { foldName } from '@domain/fold.ts';
import type { Language } from './language.ts';

/** A country by its name in a language, and by all that people may type for it. */
export type NamedCountry = { code: string; name: string; words: readonly string[] };

/** The fixed list of countries by their names in a language, sorted by these. */
export function countriesIn({ country, compare }: Pick<Language, 'country' | 'compare'>): readonly NamedCountry[] {
  return COUNTRIES.map(({ code, name }) => ({
    code,
    name: country(code),
    words: [foldName(country(code)), foldName(name), code],
  })).sort((a, b) => compare(a.name, b.name));
}

/** The country that a text names in the language, in English or by its code. */
export function findCountry(text: string, countries: readonly NamedCountry[]): NamedCountry | undefined {
  const wanted = foldName(text);
  return countries.find(({ words }) => words.includes(wanted));
}

/** The countries whose name holds what was typed so far; all of them when it names one. */
export function matchingCountries(text: string, countries: readonly NamedCountry[]): readonly NamedCountry[] {
  const wanted = foldName(text);
  const isChosen = countries.some(({ words: [shown, english] }) => wanted === shown || wanted === english);
  return isChosen
    ? countries
    : countries.filter(({ words }) => words.slice(0, -1).some((word) => word.includes(wanted)));
}
