import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useUserAction } from './use-user-action.ts';

async function suspendUser({ id, reason, days }: { id: number; reason: string; days: number | null }): Promise<void> {
  dataOf(
    await supabase.rpc('suspend_user', {
      user_id: id,
      reason,
      days: days ?? undefined,
    }),
  );
}

/** Suspends a user for some days, or permanently without `days`, and mails them the reason. Refused while one lasts, so a repeat after a lost answer would be: no retry. */
export const useSuspendUser = () => useUserAction(suspendUser, false);
