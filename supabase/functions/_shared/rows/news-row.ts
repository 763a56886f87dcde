import type { NewsBody } from '../domain/news.ts';
import { NEWS_STATUSES, NEWS_TYPES } from '../domain/news-options.ts';
import type { Row } from './row.ts';

/** Columns of a news item in lists. */
export const NEWS_SUMMARY_COLUMNS =
  'id, type, title, summary, images, event_start, event_end, location, is_pinned, status, published_at, created_at';

const REST = 'body, external_url, updated_at';

/** Columns of a complete news item with the name of its author. */
export const NEWS_COLUMNS =
  `${NEWS_SUMMARY_COLUMNS}, ${REST}, author:profiles!news_items_author_id_fkey(username)` as const;

type NewsSummaryRow = Row<'news_items', typeof NEWS_SUMMARY_COLUMNS>;
type NewsRow = NewsSummaryRow & Row<'news_items', typeof REST> & { author: Row<'profiles', 'username'> | null };

/** A news item in lists. */
export function toNewsSummary(row: NewsSummaryRow) {
  return {
    id: row.id,
    type: NEWS_TYPES.find((type) => type === row.type) ?? 'news',
    title: row.title,
    summary: row.summary,
    images: row.images,
    eventStart: row.event_start,
    eventEnd: row.event_end,
    location: row.location,
    isPinned: row.is_pinned,
    status: NEWS_STATUSES.find((status) => status === row.status) ?? 'draft',
    publishedAt: row.published_at,
    createdAt: row.created_at,
  };
}

/** A complete news item; the author is null if the account is gone. */
export function toNewsItem(row: NewsRow) {
  return {
    ...toNewsSummary(row),
    body: row.body,
    externalUrl: row.external_url,
    updatedAt: row.updated_at,
    author: row.author?.username ?? null,
  };
}

/** The row of a news item. `/api` has no time zone of the venue, and keeps the stored one. */
export function newsRow(news: NewsBody & { eventZone?: string | null }) {
  return {
    type: news.type,
    title: news.title,
    summary: news.summary,
    body: news.body,
    images: news.images,
    event_start: news.eventStart,
    event_end: news.eventEnd,
    event_zone: news.eventZone,
    location: news.location,
    external_url: news.externalUrl,
    is_pinned: news.isPinned,
    status: news.status,
  };
}
