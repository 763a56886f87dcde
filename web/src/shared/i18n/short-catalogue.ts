import type { Catalogue } from './catalogue.ts';

/**
 * The short key of an English text in a served catalogue: a 32-bit FNV-1a hash, because the sentence would be longer
 * than its translation.
 */
export function shortKey(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/**
 * A catalogue in its served form. Messages with placeholders keep their English text, because they are matched by
 * pattern. Throws on a hash collision.
 */
export function shortCatalogue({ texts, messages }: Catalogue): Catalogue {
  const taken = new Set<string>();
  const shorten = (text: string): string => {
    const key = shortKey(text);
    if (taken.has(key)) throw new Error(`"${text}" has the short key of another text`);
    taken.add(key);
    return key;
  };
  const isPattern = (text: string) => /\{\w+\}/.test(text);
  return {
    texts: Object.fromEntries(Object.entries(texts).map(([text, translation]) => [shorten(text), translation])),
    messages: Object.fromEntries(
      Object.entries(messages).map(([text, translation]) => [isPattern(text) ? text : shorten(text), translation]),
    ),
  };
}
