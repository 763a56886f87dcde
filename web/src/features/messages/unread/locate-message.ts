import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** The quote of a message, or null if the user is not a party of it. Throws an AppError. */
export async function locateMessage(id: number): Promise<number | null> {
  const data = dataOf(await supabase.from('messages').select('quote_id').eq('id', id).maybeSingle());
  return data && data.quote_id;
}
