export const NEWS_TYPES = ['news', 'event'] as const;
export const NEWS_STATUSES = ['draft', 'published', 'archived'] as const;
export type NewsType = (typeof NEWS_TYPES)[number];
