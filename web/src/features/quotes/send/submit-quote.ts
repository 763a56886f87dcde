import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { quoteFailureDisplay, type QuoteFailureDisplay } from './quote-failure.ts';
import { readPrice } from '@domain/amounts.ts';
import { quoteResponseSchema, type QuoteBody } from '@domain/quote.ts';
import { callApi } from '@/shared/backend/api.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { AppError } from '@/shared/errors/app-error.ts';
import type { ClientId } from '@/shared/form/send-once.ts';
import { trackConversion, trackEvent } from '@/shared/visit/analytics.ts';
import { refresh } from '@/shared/backend/refresh.ts';

/** Delays after which the notifications are refetched, see docs/product.md#notifications */
const REFETCH_NOTIFICATIONS_MS = [200, 500] as const;

/**
 * A quote as the form submits it. The server takes `username` and `contactAddress` from the session
 * (docs/decisions.md#the-session-says-who-quotes).
 */
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
 * Sends a quote. A refusal is not retried; without an answer the request is repeated once, and the client id makes the
 * server return the stored quote. Then refreshes all queries that show it.
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
      // The request could have just been closed: refresh the card and page behind the form.
      if (error instanceof AppError && error.kind === 'conflict') return refreshPost(queryClient, postId);
      return undefined;
    },
  });
}

async function refreshPost(queryClient: QueryClient, postId: number): Promise<void> {
  const shown = [keys.posts.lists, keys.posts.detail(postId)];
  await refresh(queryClient, shown);
}

/**
 * Refreshes all queries that a new quote changes, and the notifications again 200 and 500 ms later. Resolves once the
 * screen is up to date.
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
  await refresh(queryClient, changed);
}

/** Reports a sent quote to analytics (docs/decisions.md#analytics-never-stand-in-the-way). */
export function reportQuote({ price, currency }: { price: string; currency: string }): void {
  const read = readPrice(price, currency);
  // A range has no single price.
  const value = 'unread' in read || read.from !== null ? null : read.value;
  const money = 'unread' in read ? currency : read.currency;
  trackEvent('quote_submitted', { price: value ?? price, currency: money });
  trackConversion('quote_submission', value === null ? {} : { value, currency: money });
}

/** How the form shows a failed submission: only an answer of the server has a message of its own. */
export function displayOfSubmitError(error: unknown): QuoteFailureDisplay {
  const hasAnswer = error instanceof AppError && error.kind !== 'offline';
  return quoteFailureDisplay(
    hasAnswer ? { kind: 'answer', status: error.status, body: error.details } : { kind: 'no-answer' },
  );
}
