import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ValidProfile } from '@domain/profile.ts';
import { profileRow } from '@rows/profile-row.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refreshPerson } from '../refresh-person.ts';

async function updateProfile(profile: ValidProfile) {
  dataOf(await supabase.rpc('update_profile', { profile: profileRow(profile) }));
}

/** Stores the whole profile form, then refetches the user, which also updates the copy in the browser. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: updateProfile, onSuccess: () => refreshPerson(queryClient) });
}
