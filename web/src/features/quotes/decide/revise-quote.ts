import { quoteFactsRow } from '@rows/quote-row.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import type { ValidQuote } from '../send/quote-defaults.ts';
import { useDecision } from './use-decision.ts';

type WantedRequest = { quantity: number | null; unit: string | null };

type Input = {
  quoteId: number;
  facts: ValidQuote;
  /**
   * Version that the form was filled from; a conflict if the quote has changed since, for example in another window.
   */
  version: number;
  /** What the request wanted when the form opened; a conflict if it wants something else by now. */
  wanted: WantedRequest | null;
};

/** Arguments of `revise_quote()`. Leaving out images, which the form does not offer, keeps them. */
const revisionRow = ({ attachments, validUntil, ...facts }: ValidQuote) => ({
  ...quoteFactsRow({ ...facts, validUntil: validUntil ?? null }),
  attachments: attachments.map(({ path, name }) => ({ path, name })),
});

/** Revises an own quote. */
export const useReviseQuote = () =>
  useDecision(
    ({ quoteId, facts, version, wanted }: Input) =>
      supabase.rpc('revise_quote', {
        quote_id: quoteId,
        quote: { ...revisionRow(facts), ...(wanted && { expected_request: wanted }) },
        expected_version: version,
      }),
    ({ version }) => ({ version: version + 1 }),
  );
