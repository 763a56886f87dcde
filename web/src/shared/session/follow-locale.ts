import { isLocale } from '@domain/locale.ts';
import { readChoice } from '@/shared/i18n/choice.ts';
import { chooseLocale } from '@/shared/i18n/choose-locale.ts';
import { localeOfLink } from '@/shared/i18n/start-language.ts';
import { currentLanguage } from '@/shared/i18n/use-language.ts';
import { saveLocale } from './save-locale.ts';

/**
 * Lets the language of the account hold in this browser, unless a link asked for another one. An account without a language takes
 * over the one that was chosen here before signing in. In: the language of the account.
 */
export function followLocale(locale: string | null): void {
  if (localeOfLink) return;
  if (isLocale(locale)) {
    if (locale !== currentLanguage().locale) void chooseLocale(locale);
    return;
  }
  const choice = locale === null && readChoice();
  // Nothing was asked for; the next visit tries again.
  if (choice) saveLocale(choice).catch((error: unknown) => console.warn('The language was not saved:', error));
}
