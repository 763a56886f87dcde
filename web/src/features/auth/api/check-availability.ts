import { existsSchema, registerFormSchema } from '@domain/registration.ts';
import { callApi } from '@/shared/backend/api.ts';
import type { Availability, AvailabilityField } from '../use-availability.ts';

/** Whether a username or an email address has an account already. Throws an AppError. */
export async function fetchExists(field: AvailabilityField, value: string, signal?: AbortSignal): Promise<boolean> {
  const query = encodeURIComponent(value);
  const path =
    field === 'username' ? (`check_username?username=${query}` as const) : (`check-email?email=${query}` as const);
  const { exists } = await callApi(`/api/${path}`, { schema: existsSchema, signal });
  return exists;
}

/** What is to be said of a username or an email address in the register form. Throws an AppError. */
export async function checkAvailability(
  field: AvailabilityField,
  value: string,
  signal: AbortSignal,
): Promise<Availability> {
  if (await fetchExists(field, value, signal)) return 'taken';
  // Nobody has a name that nobody can have: a tick beside its error would contradict it.
  return registerFormSchema.shape[field].safeParse(value).success ? 'free' : 'unknown';
}
