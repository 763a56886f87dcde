import { useId } from 'react';
import { useMutation, useQueryClient, type QueryKey, type UseMutationOptions } from '@tanstack/react-query';
import { refresh } from '@/shared/backend/refresh.ts';

/**
 * A mutation that refetches all queries it can change, also after a refusal, since somebody else can have changed them.
 * The writes of a component run one after the other: of two quick presses of a switch, the last one counts.
 * @param mutationFn the request
 * @param changed keys of the queries to refetch, or what they are for an input
 * @param retry retry rule, by default one retry
 */
export function useWrite<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  changed: readonly QueryKey[] | ((input: Input) => readonly QueryKey[]),
  retry?: UseMutationOptions<Output, Error, Input>['retry'],
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    scope: { id: useId() },
    // Omitted rather than undefined, which would override the default retry.
    ...(retry !== undefined && { retry }),
    onSettled: (_output, _error, input) =>
      refresh(queryClient, typeof changed === 'function' ? changed(input) : changed),
  });
}
