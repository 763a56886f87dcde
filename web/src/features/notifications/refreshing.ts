const TEN_MINUTES = 10 * 60_000;

/** Refetch policy of notifications: stale after 10 minutes, polled every 10 minutes, never in a hidden tab. */
export const refreshing = {
  staleTime: TEN_MINUTES,
  refetchInterval: TEN_MINUTES,
  refetchIntervalInBackground: false,
} as const;
