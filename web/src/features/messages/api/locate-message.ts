import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** The quote that a message belongs to, or null when the user neither sent nor received it. Throws an AppError. */
export async function locateMessage(id: number): Promise<number | null> {
  const data = dataOf(await supabase.from('messages').select('quote_id').eq('id', id).maybeSingle());
  return data && data.quote_id;
}
