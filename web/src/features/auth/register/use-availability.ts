import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { shouldAskEmail, shouldAskUsername } from '@domain/registration-rules.ts';
import { keys } from '@/shared/backend/query-keys.ts';

export type AvailabilityField = 'username' | 'email';
export type Availability = 'unknown' | 'checking' | 'free' | 'taken';

/** Debounce of the check. */
export const AVAILABILITY_DEBOUNCE_MS = 500;

const STALE_TIME = 30_000;
const isWorthAsking = { username: shouldAskUsername, email: shouldAskEmail };

/** Whether a typed name or address is free. Debounced by 500 ms; skips texts that are too short to be valid. */
export function useAvailability(field: AvailabilityField, typed: string): Availability {
  const value = typed.trim();
  const [settled] = useDebouncedValue(value, AVAILABILITY_DEBOUNCE_MS);
  const { data, isFetching } = useQuery({
    queryKey: keys.session.availability(field, settled),
    queryFn: async ({ signal }) => {
      // A plain import, because this hint is not worth a page reload. The server refuses taken names anyway.
      const { checkAvailability } = await import('./check-availability.ts');
      return checkAvailability(field, settled, signal);
    },
    enabled: isWorthAsking[field](settled),
    staleTime: STALE_TIME,
  });
  if (settled !== value) return 'unknown';
  return isFetching ? 'checking' : (data ?? 'unknown');
}
