import { queryOptions, useQuery } from '@tanstack/react-query';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import { fetchCurrentUser, type CurrentUser } from './current-user.ts';

export const currentUserQueryOptions = queryOptions({
  queryKey: keys.session.user,
  queryFn: ({ signal }) => fetchCurrentUser(signal),
  retry: retryUnlessRefused,
});

/** Whether the user could not be read because the second step of the sign-in is missing. */
export const awaitsSecondStep = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'second_factor_required';

export type CurrentUserState = { status: 'loading' } | { status: 'guest' } | { status: 'user'; user: CurrentUser };

/**
 * The current user: unknown at first, then a user or guest. A failed read counts as guest here; guards show it as a
 * failure.
 */
export function useCurrentUser(): CurrentUserState {
  const { data, isPending } = useQuery(currentUserQueryOptions);
  if (isPending) return { status: 'loading' };
  return data ? { status: 'user', user: data } : { status: 'guest' };
}
