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
