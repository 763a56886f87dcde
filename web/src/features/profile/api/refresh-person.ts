import type { QueryClient } from '@tanstack/react-query';

/** Name, avatar and company of a user stand everywhere: all that is on the screen is read again, the rest when it is shown. */
export async function refreshPerson(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries();
}
