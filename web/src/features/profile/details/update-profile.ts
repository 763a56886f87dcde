import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ValidProfile } from '@domain/profile.ts';
import { profileRow } from '@rows/profile-row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { fetchCurrentUser } from '@/shared/session/current-user.ts';
import { refreshPerson } from '../refresh-person.ts';

type ChangedProfile = { profile: ValidProfile; /** The fields that the user changed. */ changed: readonly string[] };

/** The function stores the whole form, so the other fields are sent as they are by now: another tab or device can have changed them. */
async function updateProfile({ profile, changed }: ChangedProfile) {
  const stored = await fetchCurrentUser();
  const row = profileRow(stored ? { ...stored, ...pick(profile, changed) } : profile);
  dataOf(await supabase.rpc('update_profile', { profile: row }));
}

const pick = (profile: ValidProfile, names: readonly string[]): Partial<ValidProfile> =>
  Object.fromEntries(Object.entries(profile).filter(([name]) => names.includes(name)));

/** Stores what was changed in the profile form, then refetches the user, which also updates the copy in the browser. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: updateProfile, onSuccess: () => refreshPerson(queryClient) });
}
