import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/**
 * Something an admin does to an account. A refusal is final; either way everything about users is read again, because after
 * a conflict somebody else has changed it.
 */
export function useUserAction<Input, Output>(run: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    retry: retryUnlessRefused,
    onSettled: () =>
      Promise.all(
        [keys.adminUsers.all, keys.auditLog.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
