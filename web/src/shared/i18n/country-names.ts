import { COUNTRIES } from '@domain/countries.ts';
import { foldName } from '@domain/fold.ts';
import type { Language } from './language.ts';

/** A country with its name in a language and all spellings that people type. */
export type NamedCountry = { code: string; name: string; words: readonly string[] };

/** The fixed list of countries with their names in a language, sorted by name. */
export function countriesIn({ country, compare }: Pick<Language, 'country' | 'compare'>): readonly NamedCountry[] {
  return COUNTRIES.map(({ code, name }) => ({
    code,
    name: country(code),
    words: [foldName(country(code)), foldName(name), code],
  })).sort((a, b) => compare(a.name, b.name));
}

/** Finds a country by name in the language, by English name, or by code. */
export function findCountry(text: string, countries: readonly NamedCountry[]): NamedCountry | undefined {
  const wanted = foldName(text);
  return countries.find(({ words }) => words.includes(wanted));
}

/** The countries whose name contains the typed text; all of them if it is a complete name. */
export function matchingCountries(text: string, countries: readonly NamedCountry[]): readonly NamedCountry[] {
  const wanted = foldName(text);
  const isChosen = countries.some(({ words: [shown, english] }) => wanted === shown || wanted === english);
  return isChosen
    ? countries
    : countries.filter(({ words }) => words.slice(0, -1).some((word) => word.includes(wanted)));
}
