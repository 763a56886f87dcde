import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { shouldAskEmail, shouldAskUsername } from '@domain/registration-rules.ts';
import { keys } from '@/shared/backend/query-keys.ts';

export type AvailabilityField = 'username' | 'email';
export type Availability = 'unknown' | 'checking' | 'free' | 'taken';

/** How long typing has to have stopped. */
export const AVAILABILITY_DEBOUNCE_MS = 500;

const STALE_TIME = 30_000;
const isWorthAsking = { username: shouldAskUsername, email: shouldAskEmail };

/**
 * Whether what is typed into a field is free, asked once typing has stopped for 500 ms; not asked while the text is too short to be a
 * name or an address.
 */
export function useAvailability(field: AvailabilityField, typed: string): Availability {
  const value = typed.trim();
  const [settled] = useDebouncedValue(value, AVAILABILITY_DEBOUNCE_MS);
  const { data, isFetching } = useQuery({
    queryKey: keys.session.availability(field, settled),
    queryFn: async ({ signal }) => {
      // Never worth a reload of the page: the server refuses what is taken.
      const { checkAvailability } = await import('./api/check-availability.ts');
      return checkAvailability(field, settled, signal);
    },
    enabled: isWorthAsking[field](settled),
    staleTime: STALE_TIME,
  });
  if (settled !== value) return 'unknown';
  return isFetching ? 'checking' : (data ?? 'unknown');
}
