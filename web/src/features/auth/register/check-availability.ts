import { existsSchema, registerFormSchema } from '@domain/registration.ts';
import { callApi } from '@/shared/backend/api.ts';
import type { Availability, AvailabilityField } from './use-availability.ts';

/** Whether an account has this username or email address. Throws an AppError. */
export async function fetchExists(field: AvailabilityField, value: string, signal?: AbortSignal): Promise<boolean> {
  const query = encodeURIComponent(value);
  const path =
    field === 'username' ? (`check_username?username=${query}` as const) : (`check-email?email=${query}` as const);
  const { exists } = await callApi(`/api/${path}`, { schema: existsSchema, signal });
  return exists;
}

/** Availability of a username or email address for the register form. Throws an AppError. */
export async function checkAvailability(
  field: AvailabilityField,
  value: string,
  signal: AbortSignal,
): Promise<Availability> {
  if (await fetchExists(field, value, signal)) return 'taken';
  // An invalid name is always free; a tick next to its error would contradict it.
  return registerFormSchema.shape[field].safeParse(value).success ? 'free' : 'unknown';
}
