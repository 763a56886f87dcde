import { createElement, Fragment, type ReactNode } from 'react';
import type { InFormat } from '@domain/arriving-text.ts';
import type { Locale } from '@domain/locale.ts';
import { formatsOf, type Formats } from './formats.ts';
import { msg } from './msg.ts';

/** Values of the placeholders in a text: `{ n: 3 }` for "{n} replies". */
export type Values = Readonly<Record<string, string | number>>;

/** Plural forms of a text by the categories of `Intl.PluralRules`; English has two. */
export type Forms = { one: string; other: string };

/** Translation and formats of one language. Referentially stable until another language is chosen. */
export type Language = Formats & {
  locale: Locale;
  /**
   * Translates a text and fills in its values; `context` distinguishes two meanings of one English text. Falls back to
   * English.
   */
  t: (text: string, values?: Values, context?: string) => string;
  /** The plural form for `n`, with `n` and other values filled in. */
  plural: (n: number, forms: Forms, values?: Values) => string;
  /** A text whose placeholders take elements, such as links. */
  rich: (text: string, values: Readonly<Record<string, ReactNode>>) => ReactNode;
  /**
   * Translates an English text from a schema, the database, `/api`, Auth or Storage; unknown texts stay unchanged.
   * `kind` is that of a notification, and `inFormat` writes the values of its changes.
   */
  message: (text: string, kind?: string, inFormat?: InFormat) => string;
};

/** A placeholder in a text: "{name}". */
export const PLACE = /\{(\w+)\}/g;

const fill = (text: string, values: Values): string =>
  text.replace(PLACE, (place, name: string) => String(values[name] ?? place));

/** The translations of a language. Both functions fall back to English. */
export type Words = {
  /** The translation of a text whose placeholders these values can fill; `n` selects the plural form. */
  find: (text: string, values: Readonly<Record<string, unknown>>, context?: string, n?: number) => string;
  message: Language['message'];
};

const ENGLISH_WORDS: Words = { find: (text) => text, message: (text) => text };

/** Makes a language from its code and translations; English needs none. */
export function makeLanguage(locale: Locale, { find, message } = ENGLISH_WORDS): Language {
  return {
    locale,
    t: (text, values = {}, context) => fill(find(text, values, context), values),
    plural(n, { one, other }, values) {
      const all = { n, ...values };
      const text = find(other, all, undefined, n);
      return fill(text === other && n === 1 ? one : text, all);
    },
    // `split` alternates text and placeholders: "a {b} c" is "a ", b, " c".
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
