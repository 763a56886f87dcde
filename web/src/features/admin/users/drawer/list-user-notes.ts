import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';

const NOTES_MAX = 100;

async function listUserNotes(id: number, signal: AbortSignal) {
  return dataOf(
    await supabase
      .from('account_notes')
      .select('id, note, created_at, author:profiles!account_notes_author_id_fkey(username)')
      .eq('profile_id', id)
      .order('id', { ascending: false })
      .limit(NOTES_MAX)
      .abortSignal(signal),
  );
}

/** Admin notes about a user, newest first. */
export const userNotesQueryOptions = (id: number) =>
  queryOptions({
    queryKey: keys.adminUsers.notes(id),
    queryFn: ({ signal }) => listUserNotes(id, signal),
    staleTime: 0,
  });
