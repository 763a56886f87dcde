import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refreshPerson } from './refresh-person.ts';

type NewAvatar = { userId: number; /** Path in the bucket `avatars`; null shows the initials. */ path: string | null };

async function setAvatar({ userId, path }: NewAvatar) {
  const { error, status, statusText } = await supabase.from('profiles').update({ avatar_path: path }).eq('id', userId);
  if (error) throw toAppError(error, status, statusText);
}

/** Shows another picture of the user, or none (B2). */
export function useSetAvatar() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: setAvatar, onSuccess: () => refreshPerson(queryClient) });
}
