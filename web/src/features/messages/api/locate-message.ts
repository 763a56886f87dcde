import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** The quote that a message belongs to, or null when the user neither sent nor received it. Throws an AppError. */
export async function locateMessage(id: number): Promise<number | null> {
  const { data, error, status, statusText } = await supabase
    .from('messages')
    .select('quote_id')
    .eq('id', id)
    .maybeSingle();
  if (error) throw toAppError(error, status, statusText);
  return data && data.quote_id;
}
