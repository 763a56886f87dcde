import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Invalidates these queries and refetches those on screen. Resolves once the screen is up to date. A first answer that is
 * still on its way was asked for before the change, and React Query would keep it: it is asked for again.
 */
export async function refresh(queryClient: QueryClient, queryKeys: readonly QueryKey[]): Promise<void> {
  await Promise.all(
    queryKeys.map(async (queryKey) => {
      await queryClient.cancelQueries({ queryKey, predicate: ({ state }) => state.data === undefined });
      await queryClient.invalidateQueries({ queryKey });
    }),
  );
}

/**
 * The same after a change that this page has not made. A first answer that is still on its way is asked for again once it
 * is there: events in quick succession would cancel it for ever, and a sign-in waits for some.
 */
export function refreshFromElsewhere(queryClient: QueryClient, queryKey: QueryKey): void {
  const first = queryClient
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  void queryClient.invalidateQueries({ queryKey });
  for (const query of first) {
    const askAgain = () =>
      queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
    void query.promise?.then(askAgain, () => undefined);
  }
}
