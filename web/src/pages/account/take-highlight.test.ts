import { describe, expect, test } from 'vitest';
import { routeNotification } from '@/features/notifications/notification-route.ts';
import { takeHighlight } from './take-highlight.ts';

function storageWith(values: Record<string, string>) {
  const entries = new Map(Object.entries(values));
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
    key: () => null,
    get length() {
      return entries.size;
    },
  };
}

const stored = (data: unknown) => storageWith(routeNotification({ message: 'Any', data }).storage);

describe('takeHighlight', () => {
  test('a highlight is null when none is stored', () => {
    expect(takeHighlight(storageWith({}))).toEqual({ tab: null, highlight: null, messageId: null });
  });

  test('a highlight is the one that a notification stored', () => {
    expect(takeHighlight(stored({ quoteId: 5 }))).toEqual({
      tab: 'quotes',
      highlight: { kind: 'quote', id: 5 },
      messageId: null,
    });
    expect(takeHighlight(stored({ postId: 7 }))).toEqual({
      tab: 'posts',
      highlight: { kind: 'post', id: 7 },
      messageId: null,
    });
  });

  test('a highlight is given once', () => {
    const storage = stored({ type: 'message', messageId: 3, postId: 7 });
    expect(takeHighlight(storage)).toEqual({ tab: 'posts', highlight: { kind: 'post', id: 7 }, messageId: 3 });
    expect(takeHighlight(storage)).toEqual({ tab: null, highlight: null, messageId: null });
    expect(storage.length).toBe(0);
  });

  test('the later of two highlights is preferred: the tab says which it was', () => {
    const storage = storageWith({ highlightedQuoteId: '5', highlightedPostId: '7', accountActiveTab: 'posts' });
    expect(takeHighlight(storage)).toEqual({ tab: 'posts', highlight: { kind: 'post', id: 7 }, messageId: null });
  });

  test('an invalid id or tab of a highlight is ignored', () => {
    const storage = storageWith({ highlightedQuoteId: 'x', accountActiveTab: 'settings' });
    expect(takeHighlight(storage)).toEqual({ tab: null, highlight: null, messageId: null });
  });
});
