import type { AccountTab } from '@/shared/paths.ts';
import { HIGHLIGHT_KEYS } from '@/shared/session/highlight-keys.ts';

export type Highlight = { kind: 'post' | 'quote'; id: number };

/** The request of a clicked notification to the account page. */
export type HighlightRequest = { tab: AccountTab | null; highlight: Highlight | null; messageId: number | null };

function take(storage: Storage, key: string): string | null {
  const value = storage.getItem(key);
  storage.removeItem(key);
  return value;
}

function toId(text: string | null): number | null {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Reads the request from browser storage and deletes it, so that it is served once. */
export function takeHighlight(storage: Storage): HighlightRequest {
  const tab = take(storage, HIGHLIGHT_KEYS.tab);
  const quoteId = toId(take(storage, HIGHLIGHT_KEYS.quote));
  const postId = toId(take(storage, HIGHLIGHT_KEYS.post));
  const messageId = toId(take(storage, HIGHLIGHT_KEYS.message));
  const knownTab = tab === 'posts' || tab === 'quotes' ? tab : null;
  if (quoteId !== null && knownTab !== 'posts')
    return { tab: 'quotes', highlight: { kind: 'quote', id: quoteId }, messageId };
  if (postId !== null) return { tab: 'posts', highlight: { kind: 'post', id: postId }, messageId };
  return { tab: knownTab, highlight: null, messageId };
}
