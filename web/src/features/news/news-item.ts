import type { QueryData } from '@supabase/supabase-js';
import { newsItemSchema } from '@domain/news.ts';
import { isTimeZone } from '@domain/time-zone.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** What a card needs of a news item. A literal, so that the type of the answer is inferred. */
export const NEWS_CARD_COLUMNS =
  'id, type, title, summary, images, event_start, event_end, event_zone, location, is_pinned, status, published_at, created_at';

/** Starts a request for whole news items, with their authors. */
export function selectNews() {
  return supabase
    .from('news_items')
    .select(
      'id, type, title, summary, body, images, event_start, event_end, event_zone, location, external_url, is_pinned, status, published_at, created_at, updated_at, author:profiles!news_items_author_id_fkey(username)',
    );
}

type NewsRow = QueryData<ReturnType<typeof selectNews>>[number];
type NewsCardRow = Omit<NewsRow, 'body' | 'external_url' | 'updated_at' | 'author'>;

const { type: typeSchema, status: statusSchema } = newsItemSchema.shape;

/** A row of a list as the page uses it. */
export function toNewsSummary(row: NewsCardRow) {
  return {
    id: row.id,
    type: typeSchema.parse(row.type),
    title: row.title,
    summary: row.summary,
    images: row.images,
    eventStart: row.event_start,
    eventEnd: row.event_end,
    eventZone: row.event_zone !== null && isTimeZone(row.event_zone) ? row.event_zone : null,
    location: row.location,
    isPinned: row.is_pinned,
    status: statusSchema.parse(row.status),
    publishedAt: row.published_at,
    createdAt: row.created_at,
  };
}

export type NewsSummary = ReturnType<typeof toNewsSummary>;

/** A whole row as the page uses it (B1). */
export function toNewsItem(row: NewsRow) {
  return {
    ...toNewsSummary(row),
    body: row.body,
    externalUrl: row.external_url,
    updatedAt: row.updated_at,
    author: row.author?.username ?? null,
  };
}

export type NewsItem = ReturnType<typeof toNewsItem>;
