import { supabase } from '@/shared/backend/supabase.ts';
import { useDecision } from './use-decision.ts';

type Input = { quoteId: number; /** As the owner reads it; '' without one. */ reason: string };

/** Withdraws an own quote, which is final. */
export const useWithdrawQuote = () =>
  useDecision(
    ({ quoteId, reason }: Input) => supabase.rpc('withdraw_quote', { quote_id: quoteId, reason }),
    () => ({ status: 'withdrawn' }),
  );
