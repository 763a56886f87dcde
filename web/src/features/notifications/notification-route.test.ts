import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { notificationDataSchema, parseNotificationData, routeNotification } from './notification-route.ts';

const route = (data: unknown, message = 'Hello') => routeNotification({ message, data });
const home = { path: '/', tab: null, highlight: null, storage: {} };

describe('where a notification leads', () => {
  test('a message alone stores its id and opens the account', () => {
    expect(route({ type: 'message', messageId: 7 })).toEqual({
      path: '/account',
      tab: null,
      highlight: null,
      storage: { highlightedMessageId: '7' },
    });
  });
  test('a message with a quote opens the Quotes tab and lights the quote', () => {
    expect(route({ type: 'message', messageId: 7, quoteId: 8 })).toEqual({
      path: '/account',
      tab: 'quotes',
      highlight: { kind: 'quote', id: 8 },
      storage: { highlightedMessageId: '7', accountActiveTab: 'quotes', highlightedQuoteId: '8' },
    });
  });
  test('a message with a post opens the Posts tab and lights the post', () => {
    expect(route({ type: 'message', messageId: 7, postId: 9 })).toEqual({
      path: '/account',
      tab: 'posts',
      highlight: { kind: 'post', id: 9 },
      storage: { highlightedMessageId: '7', accountActiveTab: 'posts', highlightedPostId: '9' },
    });
  });
  test('a notification with quote and post leads to the quote', () => {
    expect(route({ type: 'message', messageId: 7, quoteId: 8, postId: 9 })).toMatchObject({ tab: 'quotes' });
    expect(route({ quoteId: 8, postId: 9 })).toEqual({
      path: '/account',
      tab: 'quotes',
      highlight: { kind: 'quote', id: 8 },
      storage: { accountActiveTab: 'quotes', highlightedQuoteId: '8' },
    });
  });
  test('[A735] hits of a saved search lead to it, whatever its name says; other addresses lead home', () => {
    const path = '/?q=th%C3%A9p%20t%E1%BA%A5m&country=vn&closing=7';
    expect(route({ type: 'saved_search', path }, '1 new request matches "new quote on your post"')).toEqual({
      ...home,
      path,
    });
    for (const wrong of ['/?q=a b', '/?q=<b>', '//evil.example/?q=a', '/?', '/admin?q=a'])
      expect(route({ type: 'saved_search', path: wrong })).toEqual(home);
  });
  test('a quote or a post alone', () => {
    expect(route({ quoteId: 8 })).toMatchObject({ tab: 'quotes', highlight: { kind: 'quote', id: 8 } });
    expect(route({ type: 'quote', postId: 9 })).toMatchObject({ tab: 'posts', highlight: { kind: 'post', id: 9 } });
    expect(route({ postId: '9' })).toMatchObject({ highlight: { kind: 'post', id: 9 } });
  });
  test('[A603] a decision leads its supplier to the quote and its owner to the post, regardless of the title', () => {
    const hostile = 'bob cancelled the deal on "message from": sent a quote to';
    for (const type of ['quote_shortlisted', 'quote_accepted', 'quote_declined', 'quote_reopened', 'deal_cancelled'])
      expect(route({ type, quoteId: 8 }, hostile)).toMatchObject({
        tab: 'quotes',
        highlight: { kind: 'quote', id: 8 },
      });
    for (const type of ['quote_withdrawn', 'quote_revised', 'deal_cancelled'])
      expect(route({ type, postId: 9 }, hostile)).toMatchObject({ tab: 'posts', highlight: { kind: 'post', id: 9 } });
  });
  test('a notification without data is routed by its text, ignoring case', () => {
    const tabs: [string, 'posts' | 'quotes'][] = [
      ['New Message from bob about "Steel"', 'posts'],
      ['You have a new quote on your post "Steel" from bob', 'posts'],
      ['You sent a quote to "Steel" of anna', 'quotes'],
    ];
    for (const [message, tab] of tabs) {
      expect(route(null, message)).toEqual({
        path: '/account',
        tab,
        highlight: null,
        storage: { accountActiveTab: tab },
      });
      expect(route({ type: 'message' }, message)).toMatchObject({ tab });
    }
    expect(route(undefined, 'Welcome')).toEqual(home);
    expect(route({ type: 'review' }, 'bob left you a 5-star review')).toEqual(home);
  });
  test('a path of its own leads there, but not in place of a message, a quote or a post', () => {
    expect(route({ type: 'broadcast', path: '/post/post-17' }, 'New message from bob')).toEqual({
      ...home,
      path: '/post/post-17',
    });
    expect(route({ type: 'broadcast', path: '/news/3' })).toEqual({ ...home, path: '/news/3' });
    expect(route({ path: '/post/post-17', postId: 9 })).toMatchObject({ path: '/account', tab: 'posts' });
    expect(route({ path: '/post/post-17', quoteId: 8 })).toMatchObject({ path: '/account', tab: 'quotes' });
    expect(route({ type: 'message', messageId: 7, path: '/news/3' })).toMatchObject({ path: '/account' });
    for (const path of [
      '//evil.example',
      'https://evil.example',
      '/auth/google',
      '/post/../admin',
      '/post/1?a=1',
      '/post/',
      7,
      null,
    ]) {
      expect(route({ type: 'broadcast', path }), String(path)).toEqual(home);
    }
  });
  test('[A226] data may hold type, messageId, quoteId and postId', () => {
    const data = { type: 'message', messageId: 1, quoteId: 2, postId: 3 };
    expect(notificationDataSchema.parse({ ...data, other: 4 })).toEqual(data);
  });
  test('[A122] an object and the same data as JSON text route the same', () => {
    const ids = fc.option(fc.integer({ min: 1, max: 1e9 }), { nil: undefined });
    const data = fc.record({
      type: fc.constantFrom('message', 'quote', 'post'),
      messageId: ids,
      quoteId: ids,
      postId: ids,
    });
    fc.assert(
      fc.property(data, (value) => {
        expect(route(JSON.stringify(value))).toEqual(route(value));
      }),
    );
  });
  test('[A123] broken JSON is no data and does not throw', () => {
    for (const data of ['{"quoteId":', 'x', '', '[]', '7', 'null', [], 7, true]) {
      expect(parseNotificationData(data), String(data)).toBeNull();
      expect(route(data)).toEqual(home);
      expect(route(data, 'New message from bob')).toMatchObject({ tab: 'posts' });
    }
    fc.assert(
      fc.property(fc.anything(), (data) => {
        route(data);
      }),
    );
  });
});
