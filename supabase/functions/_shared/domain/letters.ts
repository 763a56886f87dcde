// Letters that Unicode does not decompose into a base letter and an accent, final sigma, and the stroke of "½".
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  '\u2044': '/',
};

/** A text in lower case, with base letters instead of those that have no accent to remove. */
export const plainLetters = (text: string): string =>
  text.toLowerCase().replace(/\P{ASCII}/gu, (letter) => UNDECOMPOSED[letter] ?? letter);
