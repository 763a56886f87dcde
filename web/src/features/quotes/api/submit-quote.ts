import { useMutation, useQueryClient } from '@tanstack/react-query';
import { quoteResponseSchema, type QuoteBody } from '@domain/quote.ts';
import { callApi } from '@/shared/backend/api.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { refreshAfterQuote } from '../refresh-after-quote.ts';
import { reportQuote } from '../report-quote.ts';

/** A quote as the form sends it: `username` and `contactAddress` are its hidden fields, which the server checks against the session (C38). */
type NewQuote = QuoteBody & {
  price: string;
  currency: string;
  clientId: string;
  username: string;
  contactAddress: string;
};

const submitQuote = (quote: NewQuote) =>
  callApi('/api/quotes', { method: 'POST', body: quote, schema: quoteResponseSchema });

/**
 * Sends a quote (§7). A refusal is final; a request without an answer is repeated once, which is safe because the client id
 * makes the repeat answer the quote that is there (C13). Afterwards everything that shows the quote is fresh.
 */
export function useSubmitQuote() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: submitQuote,
    retry: retryUnlessRefused,
    onSuccess: (_, quote) => {
      reportQuote(quote);
      return refreshAfterQuote(queryClient, quote.postId);
    },
  });
}
