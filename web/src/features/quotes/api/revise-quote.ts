import { quoteFactsRow } from '@rows/quote.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import type { ValidQuote } from '../quote-defaults.ts';
import { useDecision } from './use-decision.ts';

type Input = {
  quoteId: number;
  facts: ValidQuote;
  /** The quote as the form was filled with it; a conflict if it has been changed since, as in another window. */
  version: number;
};

/** What `revise_quote()` takes. Images, which the form does not have, stay because they are not given. */
const revisionRow = ({ attachments, validUntil, ...facts }: ValidQuote) => ({
  ...quoteFactsRow({ ...facts, validUntil: validUntil ?? null }),
  attachments: attachments.map(({ path, name }) => ({ path, name })),
});

/** Gives an own quote other facts. */
export const useReviseQuote = () =>
  useDecision(
    ({ quoteId, facts, version }: Input) =>
      supabase.rpc('revise_quote', { quote_id: quoteId, quote: revisionRow(facts), expected_version: version }),
    ({ version }) => ({ version: version + 1 }),
  );
