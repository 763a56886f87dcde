import { DEFAULT_LOCALE, isLocale, type Locale } from '@domain/locale.ts';
import { valueAt } from '@/shared/text/text-at.ts';

/** Storage key of the chosen language. index.html reads it too, so that the loading screen is already translated. */
export const CHOICE_KEY = 'language';

/** The language chosen in this browser; null if none was, or storage is unavailable. */
export function readChoice(): Locale | null {
  try {
    const locale = valueAt(JSON.parse(localStorage.getItem(CHOICE_KEY) ?? 'null'), 'locale');
    return isLocale(locale) ? locale : null;
  } catch {
    return null;
  }
}

/** The language requested with `?lang=`, or null. Removes it from the URL, so that a later choice wins. */
export function takeLocaleOfLink(): Locale | null {
  const url = new URL(window.location.href);
  const locale = url.searchParams.get('lang');
  if (!isLocale(locale)) return null;
  url.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', url);
  return locale;
}

/** The browser's first language, if the product supports it and it is not the default. */
export function offeredLocale(languages: readonly string[]): Locale | null {
  const code = languages[0]?.split('-')[0];
  return isLocale(code) && code !== DEFAULT_LOCALE ? code : null;
}
