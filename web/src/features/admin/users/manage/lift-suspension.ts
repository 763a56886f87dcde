import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function liftSuspension({ id }: { id: number }): Promise<void> {
  dataOf(await supabase.rpc('lift_suspension', { user_id: id }));
}

/** Lifts a suspension early. */
export const useLiftSuspension = () => useUserAction(liftSuspension);
