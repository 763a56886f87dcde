import { readFile } from 'node:fs/promises';
import type { DemoTarget } from 'embedded-supabase/demo-target';
import { demoNews, type DemoNews } from '../data/news.ts';
import { authIdOf } from './demo-ids.ts';
import { imageFiles } from './image-files.ts';
import { stableUuid } from '../data/random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Start and end of an event on its day. */
function timesOf(event: NonNullable<DemoNews['event']>, now: Date) {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  const start = midnight + event.startsInDays * DAY + event.startHour * HOUR;
  return {
    event_start: new Date(start).toISOString(),
    event_end: new Date(start + event.hours * HOUR).toISOString(),
    event_zone: event.zone ?? null,
    location: event.location,
  };
}

/** Inserts news and events by `adam`, with images of posts as covers. */
export async function loadNews({ sql, putObject }: DemoTarget, now: Date): Promise<void> {
  const authorId = authIdOf('adam');
  const rows = [];
  for (const item of demoNews.toReversed()) {
    const images = [];
    for (const name of item.images ?? []) {
      const files = imageFiles(name);
      const path = `${authorId}/${stableUuid('news picture', item.key, name)}`;
      await putObject('news-images', `${path}.webp`, await readFile(files.image), 'image/webp', authorId);
      await putObject('news-images', `${path}.thumb.webp`, await readFile(files.thumbnail), 'image/webp', authorId);
      images.push(`${path}.webp`);
    }
    const publishedAt = new Date(now.getTime() - item.publishedDaysAgo * DAY - 2 * HOUR).toISOString();
    rows.push({
      client_id: stableUuid('news', item.key),
      type: item.type,
      title: item.title,
      summary: item.summary,
      body: item.body,
      images,
      external_url: item.externalUrl ?? null,
      is_pinned: item.isPinned ?? false,
      status: item.status ?? 'published',
      published_at: item.status === 'draft' ? null : publishedAt,
      created_at: publishedAt,
      ...(item.event && timesOf(item.event, now)),
    });
  }
  await sql(
    `insert into public.news_items (author_id, client_id, type, title, summary, body, images, event_start, event_end, event_zone, location,
       external_url, is_pinned, status, published_at, created_at, updated_at)
     select p.id, r.client_id, r.type, r.title, r.summary, r.body, r.images, r.event_start, r.event_end, r.event_zone, r.location,
       r.external_url, r.is_pinned, r.status, r.published_at, r.created_at, r.created_at
     from json_populate_recordset(null::public.news_items, $1::json) as r
     join public.profiles p on p.auth_id = $2
     order by r.created_at`,
    [JSON.stringify(rows), authorId],
  );
}
