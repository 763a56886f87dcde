import { useEffect, useRef } from 'react';
import { readChoice } from '@/shared/i18n/choice.ts';
import { loadChooseLocale } from '@/shared/i18n/load-choose-locale.ts';
import { localeOfLink } from '@/shared/i18n/start-language.ts';
import { currentLanguage } from '@/shared/i18n/use-language.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import type { CurrentUser } from './current-user.ts';
import { useSaveLocale } from './save-locale.ts';

/**
 * Lets the language of the account hold in this browser, unless a link asked for another one. An account without a language takes
 * over the one that was chosen here before signing in.
 */
export function useAccountLocale({ locale }: CurrentUser): void {
  const { mutate } = useSaveLocale();
  const hasSaved = useRef(false);
  useEffect(() => {
    if (localeOfLink) return;
    if (locale === null) {
      const choice = readChoice();
      // Once: a failure makes it null again. Nobody asked for it, so nobody hears of that; the next visit tries again.
      if (choice && !hasSaved.current) mutate(choice);
      hasSaved.current = true;
    } else if (locale !== currentLanguage().locale) {
      void loadCode(loadChooseLocale).then(({ chooseLocale }) => chooseLocale(locale));
    }
  }, [locale, mutate]);
}
