import { NOTIFICATIONS_REFRESH_MS, NOTIFICATIONS_STALE_MS } from '@domain/limits.ts';

/** When notifications are fetched again: stale after 10 minutes, every 10 minutes, never for a hidden tab. */
export const refreshing = {
  staleTime: NOTIFICATIONS_STALE_MS,
  refetchInterval: NOTIFICATIONS_REFRESH_MS,
  refetchIntervalInBackground: false,
} as const;
