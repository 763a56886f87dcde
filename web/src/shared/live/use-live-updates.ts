import { useEffect, useEffectEvent, useRef } from 'react';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';

/** How often lists of the account are read again while they are visible. */
export const ACCOUNT_REFRESH_MS = 15_000;

/**
 * Keeps what is on the screen up to date with what others do: the caches below `queryKeys` are read again every `everyMs`
 * milliseconds while the tab is visible, and at once when it becomes visible again. A hidden tab asks for nothing.
 *
 * This is the one place where pages learn of changes by others: live delivery through Supabase Realtime subscribes here and
 * calls `refresh` when something arrives, and the clock stays as its fallback.
 */
export function useLiveUpdates(queryKeys: readonly QueryKey[], everyMs: number): void {
  const queryClient = useQueryClient();
  const isVisible = useDocumentVisibility() === 'visible';
  const wasHidden = useRef(false);
  const refresh = useEffectEvent(() => {
    // A read that is still on its way is let arrive: on a slow network none would otherwise ever end.
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
