/*
 * One reader of numbers for everything that people type: docs/numbers.md has the grammar. Stored texts and `/api` are read the English
 * way; the page translates between that and the language of its reader, with `translateNumbers`.
 */

/** Why a text was not read, as a sentence without its capital and its full stop; `either` has the two numbers that it can be. */
export type Unread = { unread: string; either?: readonly [string, string] };

/** `whole` where fractions make no sense: pieces, and currencies that are not divided. */
export type Whole = 'whole' | 'any';

export const NOT_READ: Unread = { unread: 'no amount is plain to see' };
export const UNPLAIN_UNIT: Unread = { unread: 'the unit is not plain to see' };
export const METRE_OR_MILLION: Unread = { unread: 'M means metre or million' };
export const MILLIMETRE_OR_MILLION: Unread = { unread: 'MM means millimetre or million' };
export const METRE_OR_TON: Unread = { unread: 'mts means metre or ton' };

/** A number: digits with the signs that part them; blanks and apostrophes only before three digits. */
export const NUMBER = String.raw`(?:(?:\d{1,3}(?:[ '’]\d{3})+(?!\d)|\d+)(?:[.,]\d+)*|[.,]\d+)`;

/** A text as it is looked up: one kind of blank, digits and letters of full width as the usual ones, "²" as "2". */
export const normalized = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

/** Whether a sign parts groups of three, or as in India groups of two and a last one of three; a zero begins no group. */
function isGrouped(text: string, sign: string): boolean {
  const [head = '', ...groups] = text.split(sign);
  if (groups.length === 0 || groups.at(-1)?.length !== 3 || head === '' || head.startsWith('0')) return false;
  const between = groups.slice(0, -1);
  const isOfThree = head.length <= 3 && between.every((group) => group.length === 3);
  const isIndian = sign === ',' && head.length <= 2 && between.every((group) => group.length === 2);
  return isOfThree || (between.length > 0 && isIndian);
}

/** Whether a number is one group of three behind one sign: "1.250" is 1.25 in English and 1,250 in Vietnamese. */
const hasTwoMeanings = (digits: string): boolean =>
  /^\d+[.,]\d+$/.test(digits) && isGrouped(digits, digits.includes('.') ? '.' : ',');

const finite = (text: string): number | Unread => {
  const value = Number(text);
  return Number.isFinite(value) ? value : NOT_READ;
};

/**
 * The number that digits with separators mean in English. A comma before groups of three parts thousands; a single full stop before
 * three digits can be either ("1.250") and is not read, unless fractions make no sense there or it follows a zero.
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

/** The number that a text is, where it is nothing else: "1,250.5", "4 080 000", "２０". Numbers in other notations ("0x10", "1e3") are none. */
export function readTyped(typed: string, whole: Whole = 'any'): number | Unread {
  const text = normalized(typed);
  return WHOLE_TEXT.test(text) ? readNumber(text, whole) : NOT_READ;
}

/** The number of digits alone, as addresses and settings of a server have it; NaN for any other text. */
export const digitsOnly = (text: string): number => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN);

/**
 * Exactly a number, in the way of a language, so that it reads as the same number there. Three decimals get a zero where they could
 * be taken for thousands: "2.0080".
 */
export function writeNumber(value: number, locale = 'en', useGrouping = true): string {
  const text = value.toLocaleString(locale, { maximumFractionDigits: 12, useGrouping });
  return Math.abs(value) >= 1_000 || Number.isInteger(value) || !hasTwoMeanings(text) ? text : `${text}0`;
}

/** Whether a language parts decimals with a comma, where English has a full stop. */
export const hasDecimalComma = (locale: string): boolean => (1.5).toLocaleString(locale).includes(',');

/**
 * The English text of a text in a language with a decimal comma, and back: the numbers that the two languages read differently get the other sign, so that
 * "1.250 USD/kg" is "1,250 USD/kg", and what can mean two things in one language can mean the same two in the other. A text that both
 * languages read alike stays as it was typed.
 *
 * @param text what is typed or stored
 * @param locale the reader's language; nothing changes where it has the full stop of English
 * @param read how the text is read in English
 */
export function translateNumbers(text: string, locale: string, read: (text: string) => unknown): string {
  if (!hasDecimalComma(locale)) return text;
  const other = text.replace(new RegExp(NUMBER, 'g'), (digits) =>
    hasTwoMeanings(digits) ? digits.replace(/[.,]/, (sign) => (sign === '.' ? ',' : '.')) : digits,
  );
  return JSON.stringify(read(text)) === JSON.stringify(read(other)) ? text : other;
}
