import { supabase } from '@/shared/backend/supabase.ts';
import { useDecision } from './use-decision.ts';

type Input = { quoteId: number; /** Shown to the other party. */ reason: string };

/** Cancels the deal of an accepted quote. Open to both parties. */
export const useCancelDeal = () =>
  useDecision(
    ({ quoteId, reason }: Input) => supabase.rpc('cancel_deal', { quote_id: quoteId, reason }),
    () => ({ status: 'cancelled' }),
  );
