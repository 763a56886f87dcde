import { createElement, Fragment, type ReactNode } from 'react';
import type { Locale } from '@domain/locale.ts';
import { formatsOf, type Formats } from './formats.ts';
import { msg } from './msg.ts';

/** What stands in the places of a text: `{ n: 3 }` for "{n} replies". */
export type Values = Readonly<Record<string, string | number>>;

/** The forms of a text that counts, by the categories of `Intl.PluralRules`; English has two. */
export type Forms = { one: string; other: string };

/** How everything is said in one language. The same object as long as that language is chosen. */
export type Language = Formats & {
  locale: Locale;
  /** A text with its values; `context` parts two meanings of one English text. English where there is no translation. */
  t: (text: string, values?: Values, context?: string) => string;
  /** The form of a text for `n`, with `n` and further values put in. */
  plural: (n: number, forms: Forms, values?: Values) => string;
  /** A text whose places take elements, such as links. */
  rich: (text: string, values: Readonly<Record<string, ReactNode>>) => ReactNode;
  /**
   * What came in English from a schema, the database, `/api`, Auth or Storage; as it came when nobody knows it. `kind` is that of a
   * notification.
   */
  message: (text: string, kind?: string) => string;
};

/** Where values go in a text: "{name}". */
export const PLACE = /\{(\w+)\}/g;

const fill = (text: string, values: Values): string =>
  text.replace(PLACE, (place, name: string) => String(values[name] ?? place));

/** What parts a language from English. Each gives the English text back where it knows none of its own. */
export type Words = {
  /** The translation of a text that these values can fill; `n` picks its form. */
  find: (text: string, values: Readonly<Record<string, unknown>>, context?: string, n?: number) => string;
  message: Language['message'];
};

const ENGLISH_WORDS: Words = { find: (text) => text, message: (text) => text };

/** Makes a language. In: its code and its words, which English has none of. */
export function makeLanguage(locale: Locale, { find, message } = ENGLISH_WORDS): Language {
  return {
    locale,
    t: (text, values = {}, context) => fill(find(text, values, context), values),
    plural(n, { one, other }, values) {
      const all = { n, ...values };
      const text = find(other, all, undefined, n);
      return fill(text === other && n === 1 ? one : text, all);
    },
    // Between two places stands text: "a {b} c" is "a ", b, " c".
    rich: (text, values) =>
      createElement(
        Fragment,
        null,
        ...find(text, values)
          .split(PLACE)
          .map((part, index) => (index % 2 === 0 ? part : values[part])),
      ),
    message,
    ...formatsOf(locale, find(msg('just now'), {})),
  };
}
