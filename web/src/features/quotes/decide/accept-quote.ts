import { supabase } from '@/shared/backend/supabase.ts';
import { useDecision } from './use-decision.ts';

type Input = {
  quoteId: number;
  /** Closes the request and declines its other quotes. */
  closesRequest: boolean;
  /** Version that the owner has read; a conflict if the supplier has revised the quote since. */
  version: number;
};

/** Accepts a quote. */
export const useAcceptQuote = () =>
  useDecision(
    ({ quoteId, closesRequest, version }: Input) =>
      supabase.rpc('accept_quote', { quote_id: quoteId, close_request: closesRequest, expected_version: version }),
    () => ({ status: 'accepted' }),
  );
