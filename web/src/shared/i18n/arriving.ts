import type { Catalogue } from './catalogue.ts';
import { PLACE } from './language.ts';

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** An English text with places, and how to find it again in what arrives. */
type Pattern = { names: string[]; regex: RegExp; translation: string; weight: number };

function toPattern([text, translation]: [string, string]): Pattern {
  const parts = text.split(PLACE);
  const literals = parts.filter((_, index) => index % 2 === 0);
  return {
    names: parts.filter((_, index) => index % 2 === 1),
    regex: new RegExp(`^${literals.map(literally).join('([^]*)')}$`),
    translation,
    weight: literals.join('').length,
  };
}

/**
 * How a language says what arrives in English. Exact texts come first, then those with places, of which the one with the most
 * words of its own wins. A value is put in as it came, but in a place named `…Text`, which holds a text of the product.
 */
export function translateArriving({ texts, messages }: Catalogue): (text: string) => string {
  const known = new Map<string, unknown>(Object.entries({ ...texts, ...messages }));
  const exact = (text: string): string | undefined => {
    const found = known.get(text);
    return typeof found === 'string' ? found : undefined;
  };
  const patterns = Object.entries(messages)
    .filter(([text]) => text.search(PLACE) >= 0)
    .map(toPattern)
    .toSorted((a, b) => b.weight - a.weight);
  return (text) => {
    const translation = exact(text);
    if (translation !== undefined) return translation;
    for (const { regex, names, translation: pattern } of patterns) {
      const values = regex.exec(text);
      if (values)
        return pattern.replace(PLACE, (place, name: string) => {
          const value = values[names.indexOf(name) + 1] ?? place;
          return name.endsWith('Text') ? (exact(value) ?? value) : value;
        });
    }
    return text;
  };
}
