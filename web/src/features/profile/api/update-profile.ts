import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Profile } from '@domain/profile.ts';
import { toAppError } from '@/shared/lib/app-error.ts';
import { supabase } from '@/shared/lib/supabase.ts';
import { refreshPerson } from './refresh-person.ts';

async function updateProfile(profile: Profile) {
  const { error, status, statusText } = await supabase.rpc('update_profile', {
    first_name: profile.firstName ?? '',
    last_name: profile.lastName ?? '',
    phone_number: profile.phoneNumber ?? '',
    country: profile.country ?? '',
    address: profile.address ?? '',
    company_name: profile.companyName ?? '',
    organization: profile.organization ?? '',
    tax_code: profile.taxCode ?? '',
    bio: profile.bio ?? '',
  });
  if (error) throw toAppError(error, status, statusText);
}

/** Stores the profile form whole (B2). Afterwards the user is read again, which also rewrites his local copy. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: updateProfile, onSuccess: () => refreshPerson(queryClient) });
}
