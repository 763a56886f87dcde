import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { readChoice, takeLocaleOfLink } from './choice.ts';

/** The language that a link asked for: it holds for this visit, whatever the account says. */
export const localeOfLink = takeLocaleOfLink();

const load = () => import('./choose-locale.ts');

async function start(locale: Locale): Promise<void> {
  try {
    await (await load()).chooseLocale(locale);
  } catch {
    // The page does not wait for a connection to speak English.
    void loadCode(load).then(({ chooseLocale }) => chooseLocale(locale));
  }
}

const chosen = localeOfLink ?? readChoice() ?? DEFAULT_LOCALE;

/** Resolves when the page can be shown without a flash of another language. Imported before the router, which reads the address. */
export const languageStarted: Promise<void> = chosen === DEFAULT_LOCALE ? Promise.resolve() : start(chosen);
