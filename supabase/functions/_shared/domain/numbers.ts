/*
 * One reader of numbers for everything that people type: docs/numbers.md has the grammar. Stored texts and `/api` are read the English
 * way; the page translates between that and the language of its reader, with `translateNumbers`.
 */

/** The reason why a text was not parsed, as a sentence without capital and full stop; `either` has both readings of an ambiguous number. */
export type Unread = { unread: string; either?: readonly [string, string] };

/** `whole` for values without fractions: pieces, and currencies that are not divided. */
export type Whole = 'whole' | 'any';

export const NOT_READ: Unread = { unread: 'no amount is plain to see' };
export const UNPLAIN_UNIT: Unread = { unread: 'the unit is not plain to see' };
export const METRE_OR_MILLION: Unread = { unread: 'M means metre or million' };
export const MILLIMETRE_OR_MILLION: Unread = { unread: 'MM means millimetre or million' };
export const METRE_OR_TON: Unread = { unread: 'mts means metre or ton' };

/** A number: digits with separators; blanks and apostrophes only before three digits. */
export const NUMBER = String.raw`(?:(?:\d{1,3}(?:[ '’]\d{3})+(?!\d)|\d+)(?:[.,]\d+)*|[.,]\d+)`;

/** A text normalised for parsing: plain blanks, ASCII instead of full-width digits and letters, "2" instead of "²". */
export const normalized = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** Whether a separator forms groups of three or, as in India, groups of two and a last one of three; a zero starts no group. */
function isGrouped(text: string, sign: string): boolean {
  const [head = '', ...groups] = text.split(sign);
  if (groups.length === 0 || groups.at(-1)?.length !== 3 || head === '' || head.startsWith('0')) return false;
  const between = groups.slice(0, -1);
  const isOfThree = head.length <= 3 && between.every((group) => group.length === 3);
  const isIndian = sign === ',' && head.length <= 2 && between.every((group) => group.length === 2);
  return isOfThree || (between.length > 0 && isIndian);
}

/** Whether a number is one group of three after a separator: "1.250" is 1.25 in English and 1,250 in Vietnamese. */
const hasTwoMeanings = (digits: string): boolean =>
  /^\d+[.,]\d+$/.test(digits) && isGrouped(digits, digits.includes('.') ? '.' : ',');

const finite = (text: string): number | Unread => {
  const value = Number(text);
  return Number.isFinite(value) ? value : NOT_READ;
};

/**
 * Parses digits with separators in English notation. A comma before groups of three separates thousands; a single full
 * stop before three digits is ambiguous ("1.250") and is not parsed, unless fractions make no sense there or it follows
 * a zero.
 */
export function readNumber(digits: string, whole: Whole = 'any'): number | Unread {
  const text = digits.replaceAll(/[ '’]/g, '');
  const signs = text.match(/[.,]/g) ?? [];
  const first = signs[0];
  const last = signs.at(-1);
  if (first === undefined || last === undefined) return finite(text);
  if (first !== last) {
    // The last separator is the decimal point and occurs once; those before it separate groups.
    const [integer = '', ...rest] = text.split(last);
    return rest.length === 1 && isGrouped(integer, first)
      ? finite(`${integer.replaceAll(first, '')}.${rest[0]}`)
      : NOT_READ;
  }
  if (signs.length > 1) return isGrouped(text, first) ? finite(text.replaceAll(first, '')) : NOT_READ;
  const isGroup = isGrouped(text, first);
  if (isGroup && (first === ',' || whole === 'whole')) return finite(text.replace(first, ''));
  if (isGroup) {
    const [one, other] = [writeNumber(Number(text)), text.replace('.', ',')];
    return { unread: `${text} can be ${one} or ${other}`, either: [one, other] };
  }
  return finite(text.replace(',', '.'));
}

const WHOLE_TEXT = new RegExp(`^${NUMBER}$`);

/** The number of a text that consists of nothing else: "1,250.5", "4 080 000", "２０". Other notations ("0x10", "1e3") are not parsed. */
export function readTyped(typed: string, whole: Whole = 'any'): number | Unread {
  const text = normalized(typed);
  return WHOLE_TEXT.test(text) ? readNumber(text, whole) : NOT_READ;
}

/** The number of plain digits, as in addresses and server settings; NaN for any other text. */
export const digitsOnly = (text: string): number => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN);

/**
 * Formats a number in the notation of a language so that it parses to the same number. Three decimals get a zero where
 * they could be taken for thousands: "2.0080".
 */
export function writeNumber(value: number, locale = 'en', useGrouping = true): string {
  const text = value.toLocaleString(locale, { maximumFractionDigits: 12, useGrouping });
  return Math.abs(value) >= 1_000 || Number.isInteger(value) || !hasTwoMeanings(text) ? text : `${text}0`;
}

/** Whether a language uses a decimal comma. */
export const hasDecimalComma = (locale: string): boolean => (1.5).toLocaleString(locale).includes(',');

/**
 * Converts the numbers in a text between English notation and a language with a decimal comma, in both directions.
 * Numbers that the two read differently get the other separator: "1.250 USD/kg" becomes "1,250 USD/kg", and an ambiguous
 * number stays ambiguous in the same way. A text that both read alike is unchanged.
 *
 * @param text the typed or stored text
 * @param locale the reader's language; with a decimal point as in English, nothing changes
 * @param read parses the text in English notation
 */
export function translateNumbers(text: string, locale: string, read: (text: string) => unknown): string {
  if (!hasDecimalComma(locale)) return text;
  const other = text.replace(new RegExp(NUMBER, 'g'), (digits) =>
    hasTwoMeanings(digits) ? digits.replace(/[.,]/, (sign) => (sign === '.' ? ',' : '.')) : digits,
  );
  return JSON.stringify(read(text)) === JSON.stringify(read(other)) ? text : other;
}
