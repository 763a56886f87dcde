import type { QueryClient } from '@tanstack/react-query';

/** A user's name, avatar and company show everywhere: refetches all queries on screen and marks the rest stale. */
export async function refreshPerson(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries();
}
