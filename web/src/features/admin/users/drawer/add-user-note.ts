import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from '../manage/use-user-action.ts';

async function addUserNote({ id, note }: { id: number; note: string }): Promise<void> {
  dataOf(await supabase.from('account_notes').insert({ profile_id: id, note }));
}

/** Adds a note about a user, visible to admins only. */
export const useAddUserNote = () => useUserAction(addUserNote);
