import { supabase } from '@/shared/backend/supabase.ts';
import { useDecision } from './use-decision.ts';

type Input = { quoteId: number; /** Shown to the supplier; '' for none. */ reason: string };

/** Declines a quote. */
export const useDeclineQuote = () =>
  useDecision(
    ({ quoteId, reason }: Input) => supabase.rpc('decline_quote', { quote_id: quoteId, reason }),
    () => ({ status: 'declined' }),
  );
