import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { registerFormSchema } from '@domain/registration.ts';
import { availabilityQueryOptions, type AvailabilityField } from './api/check-availability.ts';
import type { Availability } from './components/availability-mark.tsx';

/** How long typing has to have stopped. */
export const AVAILABILITY_DEBOUNCE_MS = 500;

/** Whether what is typed into a field is free, asked once typing has stopped for 500 ms. */
export function useAvailability(field: AvailabilityField, typed: string): Availability {
  const value = typed.trim();
  const [settled] = useDebouncedValue(value, AVAILABILITY_DEBOUNCE_MS);
  const { data: exists, isFetching } = useQuery(availabilityQueryOptions(field, settled));
  if (settled !== value) return 'unknown';
  if (isFetching) return 'checking';
  if (exists === undefined) return 'unknown';
  if (exists) return 'taken';
  // Nobody has a name that nobody can have: a tick beside its error would contradict it.
  return registerFormSchema.shape[field].safeParse(value).success ? 'free' : 'unknown';
}
