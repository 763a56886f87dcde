import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { readChoice, takeLocaleOfLink } from './choice.ts';
import { loadChooseLocale } from './load-choose-locale.ts';
import { currentLanguage } from './use-language.ts';

/** The language that a link asked for: it holds for this visit, whatever the account says. */
export const localeOfLink = takeLocaleOfLink();

async function start(locale: Locale): Promise<void> {
  try {
    if (locale !== DEFAULT_LOCALE) await (await loadChooseLocale()).chooseLocale(locale);
  } catch {
    // The page does not wait for a connection to speak English.
    void loadCode(loadChooseLocale).then(({ chooseLocale }) => chooseLocale(locale));
  }
  // The loading screen was in the language that is stored, which may be none, or one that could not be had.
  document.documentElement.lang = currentLanguage().locale;
}

/** Resolves when the page can be shown without a flash of another language. Imported before the router, which reads the address. */
export const languageStarted: Promise<void> = start(localeOfLink ?? readChoice() ?? DEFAULT_LOCALE);
