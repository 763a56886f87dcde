import { DEFAULT_LOCALE, isLocale, type Locale } from '@domain/locale.ts';
import { valueAt } from '@/shared/text/text-at.ts';

/** What the browser keeps of the choice. index.html reads it too, so that already the loading screen speaks the language. */
export const CHOICE_KEY = 'language';

/** The language chosen in this browser; null when none was, or when the storage is closed. */
export function readChoice(): Locale | null {
  try {
    const locale = valueAt(JSON.parse(localStorage.getItem(CHOICE_KEY) ?? 'null'), 'locale');
    return isLocale(locale) ? locale : null;
  } catch {
    return null;
  }
}

/** The language that a link asks for by `?lang=`, which leaves the address so that a later choice holds; null when it names none. */
export function takeLocaleOfLink(): Locale | null {
  const url = new URL(window.location.href);
  const locale = url.searchParams.get('lang');
  if (!isLocale(locale)) return null;
  url.searchParams.delete('lang');
  window.history.replaceState(window.history.state, '', url);
  return locale;
}

/** The first language of the browser, if the product speaks it and it is not the one that everybody gets. */
export function offeredLocale(languages: readonly string[]): Locale | null {
  const code = languages[0]?.split('-')[0];
  return isLocale(code) && code !== DEFAULT_LOCALE ? code : null;
}
