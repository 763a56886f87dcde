import { useSyncExternalStore } from 'react';
import type { Locale } from '@domain/locale.ts';
import { readChoice } from './choice.ts';
import { ENGLISH } from './english.ts';
import type { Language } from './language.ts';

let current = ENGLISH;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current language, for texts outside components. */
export const currentLanguage = (): Language => current;

/** The current language; referentially stable until another one is chosen. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);

/** The language chosen in this browser, or null. */
export const useChosenLocale = (): Locale | null => useSyncExternalStore(subscribe, readChoice);

/** Switches the page to a language. For user choices call `chooseLocale`, which ends here. */
export function showLanguage(language: Language): void {
  current = language;
  document.documentElement.lang = language.locale;
  for (const listener of listeners) listener();
}
