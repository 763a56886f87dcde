// @vitest-environment jsdom
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keys } from '@/shared/backend/query-keys.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import { displayOfSubmitError, refreshAfterQuote, reportQuote } from './submit-quote.ts';

describe('reportQuote', () => {
  const tag = vi.fn();

  beforeEach(() => {
    vi.stubGlobal('window', { gtag: tag });
    vi.stubGlobal('document', { documentElement: { hasAttribute: () => false }, querySelector: () => null });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    tag.mockReset();
  });

  test('a sent quote reports the event "quote_submitted" with the price [A469]', () => {
    reportQuote({ price: '2.50 USD/kg', currency: 'USD' });
    expect(tag).toHaveBeenCalledWith('event', 'quote_submitted', { price: 2.5, currency: 'USD' });
  });

  test('a sent quote reports the conversion with the value in the currency of the quote [A569]', () => {
    reportQuote({ price: '1,250', currency: 'EUR' });
    expect(tag).toHaveBeenCalledWith('event', 'conversion', expect.objectContaining({ value: 1250, currency: 'EUR' }));
  });

  test('a sent quote reports the default value for a price in words', () => {
    reportQuote({ price: 'on request', currency: 'EUR' });
    expect(tag).toHaveBeenCalledWith('event', 'quote_submitted', { price: 'on request', currency: 'EUR' });
    expect(tag).toHaveBeenCalledWith('event', 'conversion', expect.objectContaining({ value: 1, currency: 'VND' }));
  });
});

describe('refreshAfterQuote', () => {
  const POST_ID = 17;
  const firstPage = { query: '', country: '', categories: [], page: 1 };

  let queryClient: QueryClient;

  beforeEach(() => {
    vi.useFakeTimers();
    queryClient = new QueryClient();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  async function isInvalidated(queryKey: QueryKey): Promise<boolean> {
    queryClient.setQueryData(queryKey, 'cached');
    await refreshAfterQuote(queryClient, POST_ID);
    return queryClient.getQueryState(queryKey)?.isInvalidated ?? false;
  }

  test.each([
    ['the quotes of that post [A461]', keys.posts.quotes(POST_ID)],
    ['the posts [A462]', keys.posts.list(firstPage)],
    ["the user's posts [A463]", keys.posts.mine],
    ["the quotes on the user's posts [A464]", keys.quotes.receivedList({ page: 1 })],
    ["the user's own quotes [A465]", keys.quotes.mineList({ page: 1 })],
    ['that post [A466]', keys.posts.detail(POST_ID)],
    ['the notifications [A467]', keys.notifications.list],
  ])('a sent quote invalidates the cache of %s', async (_, queryKey) => {
    await expect(isInvalidated(queryKey)).resolves.toBe(true);
  });

  test('a sent quote leaves other caches fresh', async () => {
    await expect(isInvalidated(keys.posts.detail(POST_ID + 1))).resolves.toBe(false);
    await expect(isInvalidated(keys.ratings.user(1))).resolves.toBe(false);
  });

  test('a sent quote refetches the notifications after 200 ms and after 500 ms [A468]', async () => {
    const fetchNotifications = vi.fn(() => Promise.resolve([]));
    await queryClient.prefetchQuery({ queryKey: keys.notifications.list, queryFn: fetchNotifications });
    await refreshAfterQuote(queryClient, POST_ID);
    fetchNotifications.mockClear();

    await vi.advanceTimersByTimeAsync(199);
    expect(fetchNotifications).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetchNotifications).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(299);
    expect(fetchNotifications).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(fetchNotifications).toHaveBeenCalledTimes(2);
  });
});

describe('displayOfSubmitError', () => {
  const answer = (status: number, body: string) => toAppError(body, status, 'Status text');

  test('the error of a quote reads the days to wait from the answer', () => {
    expect(displayOfSubmitError(answer(429, '{"message":"Slow down","daysToWait":3}'))).toEqual({
      place: 'inline',
      text: 'Please wait 3 days to send another quote',
    });
  });

  test('the error of a quote finds the days also when the answer has no message', () => {
    expect(displayOfSubmitError(answer(429, '{"daysToWait":2}'))).toMatchObject({
      text: expect.stringContaining('2 days'),
    });
  });

  test('the error of a quote marks the fields of an errors array', () => {
    const errors = [{ path: 'price', message: 'Price is required' }];
    expect(displayOfSubmitError(answer(400, JSON.stringify({ message: 'Invalid input', errors })))).toEqual({
      place: 'toast',
      text: 'Validation failed',
      fieldErrors: errors,
    });
  });

  test.each([
    [
      'the message of the server',
      '{"message":"This post is not accepting quotes"}',
      'This post is not accepting quotes',
    ],
    ['a fixed text for an answer that is no JSON', '<html>Bad gateway</html>', 'Server error occurred'],
    ['a fixed text for an empty answer', '', 'Server error occurred'],
    ['a fixed text for an answer without a message', '{"error":true}', 'Server error occurred'],
  ])('the error of a quote shows %s', (_, body, text) => {
    expect(displayOfSubmitError(answer(500, body))).toMatchObject({ place: 'toast', text });
  });

  test('the error of a quote has a fixed text when no answer came', () => {
    expect(displayOfSubmitError(toAppError(new TypeError('Failed to fetch')))).toMatchObject({
      place: 'toast',
      text: 'Failed to submit quote. Please try again.',
    });
  });
});
