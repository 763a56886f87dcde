import type { Locale } from '@domain/locale.ts';
import { loadChooseLocale } from '@/shared/i18n/load-choose-locale.ts';
import { lateCode } from '@/shared/lazy/late-code.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useSaveLocale } from './save-locale.ts';
import { useCurrentUser } from './use-current-user.ts';

const load = lateCode(loadChooseLocale);

/** Returns a function that sets the language of this browser and, if signed in, of the account. */
export function useChooseLocale(): (locale: Locale) => void {
  const { status } = useCurrentUser();
  const { mutateAsync } = useSaveLocale();
  return (locale) => {
    void load().then(({ chooseLocale }) => chooseLocale(locale));
    if (status === 'user') void tellOutcome(mutateAsync(locale), {});
  };
}
