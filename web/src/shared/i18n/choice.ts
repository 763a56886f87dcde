import { DEFAULT_LOCALE, isLocale, type Locale } from '@domain/locale.ts';
import { valueAt } from '@/shared/text/text-at.ts';
import { msg } from './msg.ts';

export const OUTDATED_BROWSER = msg('This browser is too old for this page. Update it or use another one.');

/** What the browser keeps of the choice. index.html reads it too, so that already the loading screen speaks the language. */
const KEY = 'language';

/** The language chosen in this browser; null when none was, or when the storage is closed. */
export function readChoice(): Locale | null {
  try {
    const locale = valueAt(JSON.parse(localStorage.getItem(KEY) ?? 'null'), 'locale');
    return isLocale(locale) ? locale : null;
  } catch {
    return null;
  }
}

/** Words of a language that the page needs before its code and its catalogue are here. */
type StartWords = {
  /** On the loading screen, also for code that does not come. */
  loading: string;
  failed: string;
  outdated: string;
  /** In the tab. */
  title: string;
  /** In the stills: each English text with its translation. */
  still: Record<string, string>;
};

/** Keeps the choice. A full or forbidden storage is ignored. */
export function keepChoice(locale: Locale, words: StartWords): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ locale, ...words }));
  } catch (error) {
    console.warn('The language was not kept:', error);
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
