import { z } from 'zod';

export const NEWS_PER_PAGE = 9;

export const NEWS_TABS = [
  { value: 'all', label: 'All' },
  { value: 'news', label: 'News' },
  { value: 'events', label: 'Events' },
] as const;
export const EVENT_PERIODS = [
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
] as const;

export type NewsTab = (typeof NEWS_TABS)[number]['value'];
export type EventPeriod = (typeof EVENT_PERIODS)[number]['value'];

/** The filters of the list of news; the period matters among events only, pages count from 1. */
export type NewsFilters = { query: string; tab: NewsTab; period: EventPeriod; page: number };

const filtersSchema = z.object({
  query: z.string().trim().catch(''),
  tab: z.enum(['all', 'news', 'events']).catch('all'),
  period: z.enum(['upcoming', 'past']).catch('upcoming'),
  page: z.coerce.number().int().positive().catch(1),
});

/** The filters in an address; what is missing or makes no sense counts as not set. */
export function readNewsFilters(params: URLSearchParams): NewsFilters {
  return filtersSchema.parse({
    query: params.get('q') ?? '',
    tab: params.get('tab'),
    period: params.get('period'),
    page: params.get('page') ?? 1,
  });
}

/** The address with other filters; any change but of the page goes back to page 1, and the search stays. */
export function writeNewsFilters(
  params: URLSearchParams,
  change: Partial<Omit<NewsFilters, 'query'>>,
): URLSearchParams {
  const next = { ...readNewsFilters(params), page: 1, ...change };
  const written = new URLSearchParams(params);
  const set = (name: string, value: string, standard: string) =>
    value === standard ? written.delete(name) : written.set(name, value);
  set('tab', next.tab, 'all');
  set('period', next.tab === 'events' ? next.period : 'upcoming', 'upcoming');
  set('page', String(next.page), '1');
  return written;
}

/** The arguments of the database functions behind the list. */
export function listArguments({ query, tab, period }: NewsFilters) {
  return {
    search: query || undefined,
    kind: tab === 'news' ? 'news' : undefined,
    period: tab === 'events' ? period : undefined,
  };
}
