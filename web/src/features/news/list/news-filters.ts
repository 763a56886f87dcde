import type { StateOf } from '@/shared/address/address.ts';
import { oneOf, page, search } from '@/shared/address/param.ts';
import { msg } from '@/shared/i18n/msg.ts';

export const NEWS_PER_PAGE = 9;

export const NEWS_TABS = [
  { value: 'all', label: msg('All') },
  { value: 'news', label: msg('News') },
  { value: 'events', label: msg('Events') },
] as const;
export const EVENT_PERIODS = [
  { value: 'upcoming', label: msg('Upcoming') },
  { value: 'past', label: msg('Past') },
] as const;

/** URL state of the news list; the period applies to events only. */
export const newsAddress = {
  q: search(),
  tab: oneOf(
    NEWS_TABS.map(({ value }) => value),
    'all',
  ),
  period: oneOf(
    EVENT_PERIODS.map(({ value }) => value),
    'upcoming',
  ),
  page,
};

/** Filters of the news list. */
export type NewsFilters = StateOf<typeof newsAddress>;

/** The state change for another tab; only events have a period. */
export function toTab(name: string): Partial<NewsFilters> {
  const tab = newsAddress.tab.read(name);
  return tab === 'events' ? { tab } : { tab, period: 'upcoming' };
}

/** Arguments of `count_news`. */
export function filterArguments({ q, tab, period }: NewsFilters) {
  return {
    search: q || undefined,
    kind: tab === 'news' ? 'news' : undefined,
    period: tab === 'events' ? period : undefined,
  };
}

/** Arguments of `list_news` for one page. */
export const listArguments = (filters: NewsFilters) => ({
  ...filterArguments(filters),
  page: filters.page,
  page_size: NEWS_PER_PAGE,
});
