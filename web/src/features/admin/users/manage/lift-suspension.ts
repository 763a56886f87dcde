import { dataOf } from '@/shared/backend/data-of.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { User } from '../shown-user.ts';

type Lifting = { user: Pick<User, 'id' | 'suspendedAt'>; bringsBack: boolean };

async function liftSuspension({ user, bringsBack }: Lifting): Promise<void> {
  const lifting = { user_id: user.id, brings_back: bringsBack, suspended_at: user.suspendedAt ?? undefined };
  let left = 1;
  while (left > 0) left = dataOf(await supabase.rpc('lift_suspension', lifting));
}

/** Lifts the suspension that is shown early, mails the user, and on demand brings back what bulk actions have hidden of them. A repeat after a lost answer would be refused: no retry. */
export const useLiftSuspension = () =>
  useWrite(
    liftSuspension,
    [keys.adminUsers.all, keys.auditLog.all, keys.posts.all, keys.reviews.all, keys.ratings.all],
    false,
  );
