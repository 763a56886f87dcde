import { supabase } from '@/shared/backend/supabase.ts';
import { useDecision } from './use-decision.ts';

type Input = { quoteId: number; isOn: boolean };

/** Puts a quote on the owner's shortlist, or takes it off again. */
export const useShortlistQuote = () =>
  useDecision(
    ({ quoteId, isOn }: Input) => supabase.rpc('shortlist_quote', { quote_id: quoteId, is_on: isOn }),
    ({ isOn }) => ({ status: isOn ? 'shortlisted' : 'pending' }),
  );
