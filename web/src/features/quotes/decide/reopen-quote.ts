import { supabase } from '@/shared/backend/supabase.ts';
import { useDecision } from './use-decision.ts';

/** Reverts the decline of a quote. */
export const useReopenQuote = () =>
  useDecision(
    ({ quoteId }: { quoteId: number }) => supabase.rpc('reopen_quote', { quote_id: quoteId }),
    () => ({ status: 'pending' }),
  );
