import { useMutation } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';

async function readFlagged(id: number): Promise<string> {
  return dataOf(await supabase.rpc('read_flagged_content', { hit_id: id }));
}

/** The flagged excerpt of a text that only two people can read. Asked for by a press, because each look is in the audit log. */
export const useReadFlagged = () => useMutation({ mutationFn: readFlagged });
