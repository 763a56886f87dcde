import { supabase } from '@/shared/backend/supabase.ts';
import { useDecision } from './use-decision.ts';

type Input = { quoteId: number; /** Shown to the owner; '' for none. */ reason: string };

/** Withdraws an own quote for good. */
export const useWithdrawQuote = () =>
  useDecision(
    ({ quoteId, reason }: Input) => supabase.rpc('withdraw_quote', { quote_id: quoteId, reason }),
    () => ({ status: 'withdrawn' }),
  );
