import { useEffect, useEffectEvent, useRef } from 'react';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/** Polling interval of account lists while they are visible. */
export const ACCOUNT_REFRESH_MS = 15_000;

/**
 * Keeps the screen in sync with other users: refetches the queries under `queryKeys` every `everyMs` milliseconds while
 * the tab is visible, and at once when it becomes visible again. Hidden tabs make no requests.
 *
 * All pages learn about changes by others here. Supabase Realtime would subscribe here and call `refresh` on an event,
 * with the timer as fallback.
 */
export function useLiveUpdates(queryKeys: readonly QueryKey[], everyMs: number): void {
  const queryClient = useQueryClient();
  const isVisible = useDocumentVisibility() === 'visible';
  const wasHidden = useRef(false);
  const refresh = useEffectEvent(() => {
    // Does not cancel a running refetch: on a slow network none would ever finish.
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  });
  useEffect(() => {
    if (!isVisible) {
      wasHidden.current = true;
      return undefined;
    }
    if (wasHidden.current) refresh();
    const timer = setInterval(() => refresh(), everyMs);
    return () => clearInterval(timer);
  }, [isVisible, everyMs]);
}
