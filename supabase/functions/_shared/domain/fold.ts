import { plainLetters } from './letters.ts';

// Accents, including Hebrew and Arabic ones; marks that form another letter, as in Japanese, Thai and Hindi, stay.
const ACCENTS =
  '\\u0300-\\u036f\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u064b-\\u065f\\u0670\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f';
const INVISIBLE =
  '\\u00ad\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\ufe00-\\ufe0f\\ufeff\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}';
const UNWRITTEN = new RegExp(`[${ACCENTS}${INVISIBLE}]+`, 'gu');

/**
 * Folds a text for search, so that "thep" finds "Thép": removes case, accents, invisible characters and compatibility
 * forms. `private.fold()` of the database does the same.
 */
export const fold = (text: string): string =>
  plainLetters(
    text
      .replace(/([0-9])([\u00bc-\u00be\u2150-\u215e])/g, '$1 $2')
      .normalize('NFKD')
      .replace(UNWRITTEN, '')
      .normalize('NFC'),
  );

/** Folds a name for search and removes blanks: "Việt Nam", "viet nam" and "Vietnam" are equal. */
export const foldName = (name: string): string => fold(name).replace(/\s/g, '');

/**
 * A pattern of `like` that finds a text anywhere in a folded column. Wildcards are escaped. Characters that end a value
 * inside `or(...)` of PostgREST match any character, so that the pattern needs no quotes there; so does "*", a wildcard
 * of PostgREST.
 */
export const containsPattern = (text: string): string =>
  `%${fold(text)
    .replace(/[\\%_]/g, '\\$&')
    .replace(/[,()"*]/g, '_')}%`;
