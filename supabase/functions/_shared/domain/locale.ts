/** The supported languages: code and native name. Adding one takes a line here and a catalogue. */
export const LOCALES = { en: 'English', vi: 'Tiếng Việt' } as const;

export type Locale = keyof typeof LOCALES;

/** The language of users who have chosen none, and the fallback for missing translations. */
export const DEFAULT_LOCALE = 'en' satisfies Locale;

/** Whether a value, such as a stored choice, is a supported language. */
export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(LOCALES, value);
}
