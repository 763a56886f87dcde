import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Locale } from '@domain/locale.ts';
import { chooseLocale } from '@/shared/i18n/choose-locale.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { saveLocale } from './save-locale.ts';
import { currentUserQueryOptions } from './use-current-user.ts';

/** What chooses a language: for the browser at once, and for the account of whoever is signed in. */
export function useChooseLocale(): (locale: Locale) => void {
  const { t } = useLanguage();
  const queryClient = useQueryClient();
  const { queryKey } = currentUserQueryOptions;
  const { mutateAsync } = useMutation({
    mutationFn: saveLocale,
    onSuccess: (_nothing, locale) => queryClient.setQueryData(queryKey, (user) => user && { ...user, locale }),
  });
  return (locale) => {
    void chooseLocale(locale);
    if (queryClient.getQueryData(queryKey))
      void tellOutcome(mutateAsync(locale), { failed: t('Your account keeps its language') });
  };
}
