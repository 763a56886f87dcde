import type { z } from 'zod';
import type { newsFormSchema } from '@domain/news.ts';
import { ownZone, toLocalInput } from '../event-time.ts';
import type { NewsItem } from '../news-item.ts';

export type NewsValues = z.input<typeof newsFormSchema>;
export type ValidNews = z.output<typeof newsFormSchema>;

/** Initial values of the news form, from the item to edit if there is one. */
export function newsValues(item: NewsItem | undefined): NewsValues {
  return {
    type: item?.type ?? 'news',
    title: item?.title ?? '',
    summary: item?.summary ?? '',
    body: item?.body ?? '',
    eventStart: toLocalInput(item?.eventStart ?? null, item?.eventZone ?? null),
    eventEnd: toLocalInput(item?.eventEnd ?? null, item?.eventZone ?? null),
    eventZone: item?.eventZone ?? ownZone(),
    location: item?.location ?? '',
    externalUrl: item?.externalUrl ?? '',
    images: item?.images ?? [],
    isPinned: item?.isPinned ?? false,
    status: item?.status ?? 'draft',
  };
}
