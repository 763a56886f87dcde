import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';

/** Something an admin does to hidden posts. A refusal is final; either way posts, quotes and the log are read again. */
export function useModeration<Input, Output>(run: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    retry: retryUnlessRefused,
    onSettled: () =>
      Promise.all(
        [keys.posts.all, keys.quotes.all, keys.auditLog.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
