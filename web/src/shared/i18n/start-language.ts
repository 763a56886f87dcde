import { DEFAULT_LOCALE, type Locale } from '@domain/locale.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { readChoice, takeLocaleOfLink } from './choice.ts';
import { loadChooseLocale } from './load-choose-locale.ts';
import { currentLanguage } from './use-language.ts';

/** The language requested by a link; it holds for this visit, regardless of the account. */
export const localeOfLink = takeLocaleOfLink();

/** Maximum time on the loading screen for a catalogue; one that arrives later replaces English. */
const WAIT_MAX_MS = 5_000;

async function start(locale: Locale): Promise<void> {
  if (locale !== DEFAULT_LOCALE) {
    const choose = ({ chooseLocale }: Awaited<ReturnType<typeof loadChooseLocale>>) => chooseLocale(locale);
    // Rendering in English does not wait for a connection.
    const chosen = loadChooseLocale().then(choose, () => void loadCode(loadChooseLocale).then(choose));
    await Promise.race([chosen, new Promise((resolve) => setTimeout(resolve, WAIT_MAX_MS))]);
  }
  // The loading screen used the stored language, if any, whose catalogue can be missing.
  document.documentElement.lang = currentLanguage().locale;
}

/**
 * Resolves once the page can render without a flash of another language. Import it before the router, which reads the
 * URL.
 */
export const languageStarted: Promise<void> = start(localeOfLink ?? readChoice() ?? DEFAULT_LOCALE);
