import { notificationKinds } from './notification-kinds.ts';

/**
 * Translations of English texts: `texts` have no placeholders, `messages` can have some. Empty entries and entries that
 * are not strings are skipped.
 */
export type Arriving = Readonly<Record<'texts' | 'messages', Readonly<Record<string, unknown>>>>;

/** Formats of dates and numbers in the language. */
type Writing = {
  date: (moment: string, options: Intl.DateTimeFormatOptions) => string;
  number: (value: number) => string;
};

/** The value of a change, such as its price, in the format of the language. */
export type InFormat = (name: string, value: string) => string;

const PLACE = /\{(\w+)\}/g;

/** An English text with placeholders, parsed: the text before, between and after them, and their names. */
type Pattern = { names: string[]; literals: string[]; translation: string; weight: number; stem: string };

/** The prefix of a text up to the colon before its last value, with anonymous placeholders: it is common to related entries. */
const stemOf = (text: string): string => text.replaceAll(PLACE, '{}').replace(/: \{\}[^]*$/, '');

/** The pattern of an entry; undefined without placeholders, or if its translation uses an unknown placeholder. */
function toPattern([text, translation]: [string, unknown]): Pattern[] {
  const parts = text.split(PLACE);
  const literals = parts.filter((_, index) => index % 2 === 0);
  const names = parts.filter((_, index) => index % 2 === 1);
  const isText = typeof translation === 'string' && translation !== '' && names.length > 0;
  if (!isText || [...translation.matchAll(PLACE)].some(([, name = '']) => !names.includes(name))) return [];
  return [{ names, literals, translation, weight: literals.join('').length, stem: stemOf(text) }];
}

/**
 * The values of a text in the placeholders of a pattern; undefined if it does not match. Earlier values are as long as
 * possible, but before a mere blank a value is one word, as in "500 Internal Server Error". Each part is searched once,
 * from the end: a regular expression would backtrack through all ways to split a long text.
 */
function valuesIn(text: string, [first = '', ...others]: readonly string[]): string[] | undefined {
  if (!text.startsWith(first) || !text.endsWith(others.at(-1) ?? '')) return undefined;
  const values: string[] = [];
  let rest = text.slice(first.length);
  for (const literal of [...others].reverse()) {
    const begin = literal === ' ' ? rest.indexOf(literal) : rest.lastIndexOf(literal);
    if (begin < 0) return undefined;
    values.unshift(rest.slice(begin + literal.length));
    rest = rest.slice(0, begin);
  }
  return [rest, ...values];
}

/** Between the values of a change. */
const ARROW = ' → ';
/** A date as the database writes it into a sentence: "Nov 22, 2026". */
const ENGLISH_DAY = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/;
/** A number in English notation: "1,250.5". */
const ENGLISH_NUMBER = /^\d{1,3}(?:,?\d{3})*(?:\.\d+)?$/;
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };

/**
 * Creates the translator of English texts that arrive from the server.
 *
 * Exact texts take precedence over patterns; among patterns, the one with the most literal words wins. A value is
 * inserted unchanged unless the name of its placeholder has one of these endings: `…Text` is a text of the product,
 * `…Date` a day, `…Number` a number, `…List` the list of changes of a quote, such as "price (12 → 11), description".
 *
 * Keys without placeholders can be short: `shortKey` then finds the key of a text.
 *
 * `inFormat` gives a value of such a change the format of the language. It is passed per text: not every caller can afford
 * the code that reads amounts.
 *
 * A title can look like the end of another text. A caller that knows the kind of a notification passes it, so that the
 * pattern of that kind is tried first.
 */
export function translateArriving(
  { texts, messages }: Arriving,
  { date, number }: Writing,
  shortKey: (text: string) => string = (text) => text,
): (text: string, kind?: string, inFormat?: InFormat) => string {
  const known = new Map<string, unknown>(Object.entries({ ...texts, ...messages }));
  const exact = (text: string): string | undefined => {
    const found = known.get(text) ?? known.get(shortKey(text));
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  const patterns = Object.entries(messages)
    .flatMap(toPattern)
    .sort((a, b) => b.weight - a.weight);
  const byBeginning = new Map([...patterns].reverse().map((pattern) => [pattern.literals[0], pattern]));

  const fill = ({ names, literals, translation }: Pattern, text: string, inFormat?: InFormat): string | undefined => {
    const values = valuesIn(text, literals);
    return (
      values &&
      translation.replace(PLACE, (place, name: string) => inPlace(name, values[names.indexOf(name)] ?? place, inFormat))
    );
  };
  const inPlace = (name: string, value: string, inFormat?: InFormat): string => {
    if (name.endsWith('Text')) return exact(value) ?? value;
    if (name.endsWith('Date')) return ENGLISH_DAY.test(value) ? date(`${value} UTC`, DAY) : value;
    if (name.endsWith('Number')) return ENGLISH_NUMBER.test(value) ? number(Number(value.replaceAll(',', ''))) : value;
    return name.endsWith('List') ? changes(value, inFormat) : value;
  };
  const wordOf = (change: string): string => change.split(' (', 1)[0] ?? '';
  const sayChange = (change: string, inFormat?: InFormat): string => {
    const word = wordOf(change);
    const own = byBeginning.get(`${word} (`);
    const values = inFormat ? change.slice(word.length + 2, -1).split(ARROW) : [];
    const rest =
      inFormat && values.length === 2
        ? ` (${values.map((value) => inFormat(word, value)).join(ARROW)})`
        : change.slice(word.length);
    return (own && fill(own, change, inFormat)) ?? (exact(word) ?? word) + rest;
  };
  /** A value can contain commas, so the next change only begins before a known word. */
  const changes = (text: string, inFormat?: InFormat): string => {
    const found: string[] = [];
    for (const part of text.split(', ')) {
      const isNext = found.length === 0 || exact(wordOf(part)) !== undefined;
      found.push(isNext ? part : `${found.pop()}, ${part}`);
    }
    return found.map((change) => sayChange(change, inFormat)).join(', ');
  };

  return (text, kind = '', inFormat) => {
    const translation = exact(text);
    if (translation !== undefined) return translation;
    const own = Object.hasOwn(notificationKinds, kind) ? notificationKinds[kind]?.text : undefined;
    const first = own === undefined ? [] : patterns.filter(({ stem }) => stem.startsWith(stemOf(own)));
    for (const pattern of [...first, ...patterns]) {
      const filled = fill(pattern, text, inFormat);
      if (filled !== undefined) return filled;
    }
    return text;
  };
}
