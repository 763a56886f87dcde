import type { Locale } from '@domain/locale.ts';
import { CHOICE_KEY } from './choice.ts';
import { msg } from './msg.ts';

export const NOT_LOADED = msg('The page could not be loaded. Check your connection, then reload it.');
export const OUTDATED_BROWSER = msg('This browser is too old for this page. Update it or use another one.');

/** Texts that a language needs before the page's code and its catalogue have loaded. */
type StartWords = {
  /** On the loading screen, also when code fails to load. */
  loading: string;
  failed: string;
  outdated: string;
  /** Title of the tab. */
  title: string;
  /** Texts of the stills with their translations. */
  still: Record<string, string>;
};

/** Stores the choice. A full or unavailable storage is ignored. */
export function keepChoice(locale: Locale, words: StartWords): void {
  try {
    localStorage.setItem(CHOICE_KEY, JSON.stringify({ locale, ...words }));
  } catch (error) {
    console.warn('The language was not kept:', error);
  }
}
