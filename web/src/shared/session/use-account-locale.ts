import { useEffect, useRef } from 'react';
import { readChoice } from '@/shared/i18n/choice.ts';
import { loadChooseLocale } from '@/shared/i18n/load-choose-locale.ts';
import { localeOfLink } from '@/shared/i18n/start-language.ts';
import { currentLanguage } from '@/shared/i18n/use-language.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import type { CurrentUser } from './current-user.ts';
import { useSaveLocale } from './save-locale.ts';

/**
 * Applies the account's language to this browser, unless a link requested another one. An account without a language
 * takes over the one chosen here before signing in.
 */
export function useAccountLocale({ locale }: CurrentUser): void {
  const { mutate } = useSaveLocale();
  const hasSaved = useRef(false);
  useEffect(() => {
    if (localeOfLink) return;
    if (locale === null) {
      const choice = readChoice();
      // Once, because a failure resets it to null. The user did not ask for it, so a failure stays silent; the next
      // visit retries.
      if (choice && !hasSaved.current) mutate(choice);
      hasSaved.current = true;
    } else if (locale !== currentLanguage().locale) {
      void loadCode(loadChooseLocale).then(({ chooseLocale }) => chooseLocale(locale));
    }
  }, [locale, mutate]);
}
