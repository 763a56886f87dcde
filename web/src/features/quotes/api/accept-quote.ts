import { supabase } from '@/shared/backend/supabase.ts';
import { useDecision } from './use-decision.ts';

type Input = {
  quoteId: number;
  /** Closes the request and declines the other quotes on it. */
  closesRequest: boolean;
  /** The quote as the owner has read it; a conflict if its supplier has changed it since. */
  version: number;
};

/** Accepts a quote. */
export const useAcceptQuote = () =>
  useDecision(
    ({ quoteId, closesRequest, version }: Input) =>
      supabase.rpc('accept_quote', { quote_id: quoteId, close_request: closesRequest, expected_version: version }),
    () => ({ status: 'accepted' }),
  );
