const TEN_MINUTES = 10 * 60_000;

/** When notifications are fetched again: stale after 10 minutes, every 10 minutes, never for a hidden tab. */
export const refreshing = {
  staleTime: TEN_MINUTES,
  refetchInterval: TEN_MINUTES,
  refetchIntervalInBackground: false,
} as const;
