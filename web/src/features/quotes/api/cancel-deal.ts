import { supabase } from '@/shared/backend/supabase.ts';
import { useDecision } from './use-decision.ts';

type Input = { quoteId: number; /** As the other party reads it. */ reason: string };

/** Cancels the deal of an accepted quote, as either party may. */
export const useCancelDeal = () =>
  useDecision(
    ({ quoteId, reason }: Input) => supabase.rpc('cancel_deal', { quote_id: quoteId, reason }),
    () => ({ status: 'cancelled' }),
  );
