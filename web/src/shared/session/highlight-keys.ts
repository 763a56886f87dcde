/**
 * Local storage keys that tell /account which tab to open and what to highlight:
 * docs/decisions.md#what-is-highlighted-is-handed-over-in-local-storage.
 */
export const HIGHLIGHT_KEYS = {
  message: 'highlightedMessageId',
  quote: 'highlightedQuoteId',
  post: 'highlightedPostId',
  tab: 'accountActiveTab',
} as const;
