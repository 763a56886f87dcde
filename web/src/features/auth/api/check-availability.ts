import { queryOptions } from '@tanstack/react-query';
import { existsSchema, shouldAskEmail, shouldAskUsername } from '@domain/registration.ts';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';

export type AvailabilityField = 'username' | 'email';

const STALE_TIME = 30_000;
const isWorthAsking = { username: shouldAskUsername, email: shouldAskEmail };

/** Whether a username or an email address has an account already. Throws an AppError. */
export async function fetchExists(field: AvailabilityField, value: string, signal?: AbortSignal): Promise<boolean> {
  const query = encodeURIComponent(value);
  const path =
    field === 'username' ? (`check_username?username=${query}` as const) : (`check-email?email=${query}` as const);
  const { exists } = await callApi(`/api/${path}`, { schema: existsSchema, signal });
  return exists;
}

/** The live check of a field; not asked while the text is too short to be a name or an address. */
export function availabilityQueryOptions(field: AvailabilityField, value: string) {
  return queryOptions({
    queryKey: keys.session.availability(field, value),
    queryFn: ({ signal }) => fetchExists(field, value, signal),
    enabled: isWorthAsking[field](value),
    staleTime: STALE_TIME,
  });
}
