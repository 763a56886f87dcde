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

/** The language that is shown now, for what is said outside components. */
export const currentLanguage = (): Language => current;

/** The language that is shown: the same object until another one is chosen. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);

/** The language chosen in this browser; null as long as none was. */
export const useChosenLocale = (): Locale | null => useSyncExternalStore(subscribe, readChoice);

/** Shows everything in a language. `chooseLocale` is for people; this is what it ends in. */
export function showLanguage(language: Language): void {
  current = language;
  document.documentElement.lang = language.locale;
  for (const listener of listeners) listener();
}
