import type { Locale } from '@domain/locale.ts';
import { CHOICE_KEY } from './choice.ts';
import { msg } from './msg.ts';

export const NOT_LOADED = msg('The page could not be loaded. Check your connection, then reload it.');
export const OUTDATED_BROWSER = msg('This browser is too old for this page. Update it or use another one.');

/** What the page says in a language before its code and its catalogue are here. */
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
    localStorage.setItem(CHOICE_KEY, JSON.stringify({ locale, ...words }));
  } catch (error) {
    console.warn('The language was not kept:', error);
  }
}
