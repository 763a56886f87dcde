import { notificationKinds } from './notification-kinds.ts';

/** Translations of English texts: `texts` without places, of which what is no text is passed over, `messages` with or without. */
export type Arriving = {
  texts: Readonly<Record<string, unknown>>;
  messages: Readonly<Record<string, string>>;
};

/** How the language writes a moment. */
type WriteDate = (moment: string, options: Intl.DateTimeFormatOptions) => string;

const PLACE = /\{(\w+)\}/g;
const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** An English text with places, and how to find it again in what arrives. */
type Pattern = { names: string[]; regex: RegExp; translation: string; weight: number; beginning: string; stem: string };

/** A text up to the colon before its last value, whatever its places are called: what entries about one thing have in common. */
const stemOf = (text: string): string => text.replaceAll(PLACE, '{}').replace(/: \{\}[^]*$/, '');

function toPattern([text, translation]: [string, string]): Pattern {
  const parts = text.split(PLACE);
  const literals = parts.filter((_, index) => index % 2 === 0);
  return {
    names: parts.filter((_, index) => index % 2 === 1),
    regex: new RegExp(`^${literals.map(literally).join('([^]*)')}$`),
    translation,
    weight: literals.join('').length,
    beginning: literals[0] ?? '',
    stem: stemOf(text),
  };
}

/** A day as the database writes it into a sentence: "Nov 22, 2026". */
const ENGLISH_DAY = /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/;
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };

/**
 * How a language says what arrives in English. Exact texts come first, then those with places, of which the one with the most
 * words of its own wins. A value is put in as it came, but in places whose names end like this: `…Text` holds a text of the
 * product, `…Date` a day, `…List` what changed of a quote, such as "price (12 → 11), description".
 *
 * Keys without places may be short: `shortKey` then tells which key stands for a text.
 *
 * A title may read like the end of another text. Who knows the kind of a notification names it: its own text then comes first.
 */
export function translateArriving(
  { texts, messages }: Arriving,
  date: WriteDate,
  shortKey: (text: string) => string = (text) => text,
): (text: string, kind?: string) => string {
  const known = new Map<string, unknown>(Object.entries({ ...texts, ...messages }));
  const exact = (text: string): string | undefined => {
    const found = known.get(text) ?? known.get(shortKey(text));
    return typeof found === 'string' ? found : undefined;
  };
  const patterns = Object.entries(messages)
    .filter(([text]) => text.search(PLACE) >= 0)
    .map(toPattern)
    .toSorted((a, b) => b.weight - a.weight);

  const fill = ({ names, regex, translation }: Pattern, text: string): string | undefined => {
    const values = regex.exec(text);
    return values
      ? translation.replace(PLACE, (place, name: string) => inPlace(name, values[names.indexOf(name) + 1] ?? place))
      : undefined;
  };
  const inPlace = (name: string, value: string): string => {
    if (name.endsWith('Text')) return exact(value) ?? value;
    if (name.endsWith('Date')) return ENGLISH_DAY.test(value) ? date(`${value} UTC`, DAY) : value;
    return name.endsWith('List') ? changes(value) : value;
  };
  const change = (text: string): string => {
    const [, word = '', values = ''] = /^(.*?)( \([^]*)?$/.exec(text) ?? [];
    const own = patterns.find(({ beginning }) => beginning === `${word} (`);
    return (own && fill(own, text)) ?? (exact(word) ?? word) + values;
  };
  /** A comma may also stand in a value: only where a known word follows does the next change begin. */
  const changes = (text: string): string =>
    text
      .split(', ')
      .reduce<string[]>((found, part) => {
        const isNext = found.length === 0 || exact(part.split(' (')[0] ?? '') !== undefined;
        return isNext ? [...found, part] : [...found.slice(0, -1), `${found.at(-1)}, ${part}`];
      }, [])
      .map(change)
      .join(', ');

  return (text, kind = '') => {
    const translation = exact(text);
    if (translation !== undefined) return translation;
    const own = Object.hasOwn(notificationKinds, kind) ? notificationKinds[kind]?.text : undefined;
    const first = own === undefined ? [] : patterns.filter(({ stem }) => stem.startsWith(stemOf(own)));
    for (const pattern of [...first, ...patterns]) {
      const filled = fill(pattern, text);
      if (filled !== undefined) return filled;
    }
    return text;
  };
}
