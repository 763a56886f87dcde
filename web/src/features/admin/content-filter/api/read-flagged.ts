import { useMutation } from '@tanstack/react-query';
import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';

async function readFlagged(id: number): Promise<string> {
  const { data, error, status, statusText } = await supabase.rpc('read_flagged_content', { hit_id: id });
  if (error) throw toAppError(error, status, statusText);
  return data;
}

/** What a rule flagged in a text that only two people read. Asked for by a press, because each look is in the audit log. */
export const useReadFlagged = () => useMutation({ mutationFn: readFlagged });
