import { useMutation, useQueryClient, type QueryKey, type UseMutationOptions } from '@tanstack/react-query';

/**
 * Writes, and then reads everything again that the write may have changed: after a refusal as well, because somebody else may
 * have changed it meanwhile. In: what writes, the keys of the queries it changes, and a retry rule other than one repeat.
 */
export function useWrite<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  changed: readonly QueryKey[],
  retry?: UseMutationOptions<Output, Error, Input>['retry'],
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    // Left out, and not undefined, which would switch the one repeat off.
    ...(retry !== undefined && { retry }),
    onSettled: () => Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
