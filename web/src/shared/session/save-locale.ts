import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Locale } from '@domain/locale.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { currentUserQueryOptions } from './use-current-user.ts';

async function saveLocale(locale: Locale): Promise<void> {
  dataOf(await supabase.rpc('set_locale', { locale }));
}

/** Stores the language in the user's account. Optimistic, with rollback on failure. */
export function useSaveLocale() {
  const queryClient = useQueryClient();
  const { queryKey } = currentUserQueryOptions;
  return useMutation({
    mutationFn: saveLocale,
    onMutate: async (locale) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (user) => user && { ...user, locale });
      return { before };
    },
    onError: (_error, _locale, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
    },
  });
}
