import { supabase } from '@/shared/backend/supabase.ts';
import { useDecision } from './use-decision.ts';

type Input = { quoteId: number; isOn: boolean };

/** Adds a quote to the owner's shortlist or removes it. */
export const useShortlistQuote = () =>
  useDecision(
    ({ quoteId, isOn }: Input) => supabase.rpc('shortlist_quote', { quote_id: quoteId, is_on: isOn }),
    ({ isOn }) => ({ status: isOn ? 'shortlisted' : 'pending' }),
  );
