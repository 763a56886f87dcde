import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TERMS_VERSION } from '@domain/terms.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { currentUserQueryOptions } from '@/shared/session/use-current-user.ts';

async function acceptTerms(): Promise<void> {
  dataOf(await supabase.rpc('accept_terms', { version: TERMS_VERSION }));
}

/** Records the acceptance of the current terms. Optimistic, with rollback on failure. */
export function useAcceptTerms() {
  const queryClient = useQueryClient();
  const { queryKey } = currentUserQueryOptions;
  return useMutation({
    mutationFn: acceptTerms,
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (user) => user && { ...user, termsVersion: TERMS_VERSION });
      return { before };
    },
    onError: (_error, _nothing, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
    },
  });
}
