// Letters that Unicode does not decompose into a base letter and an accent.
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/** A text as people search for it: without case and accents, so that "thep" finds "Thép". */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[đðøłıßæœþ]/g, (letter) => UNDECOMPOSED[letter] ?? letter);

/** A name as people search for it, also without blanks: "Việt Nam", "viet nam" and "Vietnam" are one. */
export const foldName = (name: string): string => fold(name).replace(/\s/g, '');
