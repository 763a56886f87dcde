import type { NewsDraft } from '@domain/news.ts';

/** A news item as its columns. */
export function newsColumns(news: NewsDraft) {
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
