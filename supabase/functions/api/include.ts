import { z } from 'zod';

/** Words of `include`: an answer names each that is wrong, and an address has room for thousands. */
const WORDS_MAX = 20;

/** Words of a parameter that takes several, separated by commas. */
export const wordsOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/**
 * The parameter `include` of a list: parts of each entry that further calls answer otherwise, one for each entry.
 * @param parts the parts that the list has
 */
export const includeQuery = <const Part extends string>(parts: readonly [Part, ...Part[]]) => ({
  include: z
    .string()
    .transform(wordsOf)
    .pipe(z.array(z.enum(parts)).max(WORDS_MAX))
    .default([])
    .meta({ description: `Further parts of each entry, separated by commas: ${parts.join(', ')}` }),
});
