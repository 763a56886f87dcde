import { readChoice, takeLocaleOfLink } from './choice.ts';
import { chooseLocale } from './use-language.ts';

/** The language that a link asked for: it holds for this visit, whatever the account says. */
export const localeOfLink = takeLocaleOfLink();

const chosen = localeOfLink ?? readChoice();

/** Resolves when the page can be shown without a flash of another language. Imported before the router, which reads the address. */
export const languageStarted: Promise<void> = chosen ? chooseLocale(chosen) : Promise.resolve();
