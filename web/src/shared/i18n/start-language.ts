import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { readChoice, takeLocaleOfLink } from './choice.ts';
import { loadChooseLocale } from './load-choose-locale.ts';
import { currentLanguage } from './use-language.ts';

/** The language that a link asked for: it holds for this visit, whatever the account says. */
export const localeOfLink = takeLocaleOfLink();

/** Longer than that nobody looks at the loading screen for a language: what comes later replaces English. */
const WAIT_MAX_MS = 5_000;

async function start(locale: Locale): Promise<void> {
  if (locale !== DEFAULT_LOCALE) {
    const choose = ({ chooseLocale }: Awaited<ReturnType<typeof loadChooseLocale>>) => chooseLocale(locale);
    // The page does not wait for a connection to speak English.
    const chosen = loadChooseLocale().then(choose, () => void loadCode(loadChooseLocale).then(choose));
    await Promise.race([chosen, new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS))]);
  }
  // The loading screen was in the language that is stored, which may be none, or one that could not be had.
  document.documentElement.lang = currentLanguage().locale;
}

/** Resolves when the page can be shown without a flash of another language. Imported before the router, which reads the address. */
export const languageStarted: Promise<void> = start(localeOfLink ?? readChoice() ?? DEFAULT_LOCALE);
