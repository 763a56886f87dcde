import { NEWS_COLUMNS, NEWS_SUMMARY_COLUMNS } from '@rows/news-row.ts';

/** Columns for the cards of news items. */
export const NEWS_CARD_COLUMNS = `${NEWS_SUMMARY_COLUMNS}, event_zone, updated_at` as const;

/** Columns of a news item on its page, with its author. */
export const SHOWN_NEWS_COLUMNS = `${NEWS_COLUMNS}, event_zone` as const;
