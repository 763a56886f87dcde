import type { QueryData } from '@supabase/supabase-js';
import { isTimeZone } from '@domain/time-zone.ts';
import { toNewsItem, toNewsSummary } from '@rows/news-row.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { SHOWN_NEWS_COLUMNS } from './news-columns.ts';

/** Starts a query for full news items with their authors. */
export function selectNews() {
  return supabase.from('news_items').select(SHOWN_NEWS_COLUMNS);
}

type NewsRow = QueryData<ReturnType<typeof selectNews>>[number];
type ZoneRow = Pick<NewsRow, 'event_zone'>;
type SummaryRow = Parameters<typeof toNewsSummary>[0] & ZoneRow & Pick<NewsRow, 'updated_at'>;

/** The zone of the venue, if this browser knows it. */
const zoneOf = ({ event_zone: zone }: ZoneRow) => ({ eventZone: zone !== null && isTimeZone(zone) ? zone : null });

/** Maps a list row to a news item of the page. */
export const toShownSummary = (row: SummaryRow) => ({
  ...toNewsSummary(row),
  updatedAt: row.updated_at,
  ...zoneOf(row),
});

export type NewsSummary = ReturnType<typeof toShownSummary>;

/** Maps a full row to a news item of the page. */
export const toShownNews = (row: NewsRow) => ({ ...toNewsItem(row), ...zoneOf(row) });

export type NewsItem = ReturnType<typeof toShownNews>;
