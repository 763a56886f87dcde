import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { quoteFailureDisplay, type QuoteFailureDisplay } from '../quote-failure.ts';
import { readPrice } from '@domain/amounts.ts';
import { quoteResponseSchema, type QuoteBody } from '@domain/quote.ts';
import { callApi } from '@/shared/backend/api.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import type { ClientId } from '@/shared/form/send-once.ts';
import { trackConversion, trackEvent } from '@/shared/visit/analytics.ts';

/** The notifications are fetched again after each of these waits, as docs/product.md#notifications says */
const REFETCH_NOTIFICATIONS_MS = [200, 500] as const;

/** A quote as the form sends it. The server takes `username` and `contactAddress` from the session (docs/decisions.md#the-session-says-who-quotes). */
type NewQuote = QuoteBody & {
  price: string;
  currency: string;
  clientId: ClientId;
  username: string;
  contactAddress: string;
};

const submitQuote = (quote: NewQuote) =>
  callApi('/api/quotes', { method: 'POST', body: quote, schema: quoteResponseSchema });

/**
 * Sends a quote. A refusal is final; a request without an answer is repeated once, and the client id makes the server
 * answer the quote that is already there. Afterwards everything that shows the quote is fresh.
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
    onError: (error, { postId }) => {
      // The request may have been closed meanwhile: its card and page say so behind the form.
      if (error instanceof AppError && error.kind === 'conflict') return refreshPost(queryClient, postId);
      return undefined;
    },
  });
}

async function refreshPost(queryClient: QueryClient, postId: number): Promise<void> {
  const shown = [keys.posts.lists, keys.posts.detail(postId)];
  await Promise.all(shown.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/**
 * Makes everything fresh that a sent quote changes. The notifications are fetched again 200 and 500 ms later.
 * Resolves when the screen is up to date.
 */
export async function refreshAfterQuote(queryClient: QueryClient, postId: number): Promise<void> {
  for (const wait of REFETCH_NOTIFICATIONS_MS) {
    setTimeout(() => void queryClient.refetchQueries({ queryKey: keys.notifications.all }), wait);
  }
  const changed = [
    keys.posts.quotes(postId),
    keys.posts.lists,
    keys.posts.totals,
    keys.posts.similars,
    keys.posts.mine,
    keys.quotes.received,
    keys.quotes.mine,
    keys.posts.detail(postId),
    keys.notifications.all,
  ];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Tells analytics of a sent quote (docs/decisions.md#analytics-never-stand-in-the-way). */
export function reportQuote({ price, currency }: { price: string; currency: string }): void {
  const read = readPrice(price, currency);
  // Of a range no one number is the price.
  const value = 'unread' in read || read.from !== null ? null : read.value;
  const money = 'unread' in read ? currency : read.currency;
  trackEvent('quote_submitted', { price: value ?? price, currency: money });
  trackConversion('quote_submission', value === null ? {} : { value, currency: money });
}

/** How the form shows a failed submission: only an answer of the server has a text of its own. */
export function displayOfSubmitError(error: unknown): QuoteFailureDisplay {
  const hasAnswer = error instanceof AppError && error.kind !== 'offline';
  return quoteFailureDisplay(
    hasAnswer ? { kind: 'answer', status: error.status, body: error.details } : { kind: 'no-answer' },
  );
}
