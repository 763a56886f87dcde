import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { refreshPerson } from './refresh-person.ts';

type NewAvatar = { userId: number; /** Path in the bucket `avatars`; null shows the initials. */ path: string | null };

async function setAvatar({ userId, path }: NewAvatar) {
  dataOf(await supabase.from('profiles').update({ avatar_path: path }).eq('id', userId));
}

/** Shows another picture of the user, or none (B2). */
export function useSetAvatar() {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: setAvatar, onSuccess: () => refreshPerson(queryClient) });
}
