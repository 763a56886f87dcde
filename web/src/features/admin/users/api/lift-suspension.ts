import { toAppError } from '@/shared/errors/app-error.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function liftSuspension({ id }: { id: number }): Promise<void> {
  const { error, status, statusText } = await supabase.rpc('lift_suspension', { user_id: id });
  if (error) throw toAppError(error, status, statusText);
}

/** Ends a suspension before its time. */
export const useLiftSuspension = () => useUserAction(liftSuspension);
