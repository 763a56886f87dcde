import { useMutation } from '@tanstack/react-query';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';

async function readFlagged(id: number): Promise<string> {
  return dataOf(await supabase.rpc('read_flagged_content', { hit_id: id }));
}

/** The flagged excerpt of a private text. Loaded only on request, because each look is written to the audit log. */
export const useReadFlagged = () => useMutation({ mutationFn: readFlagged });
