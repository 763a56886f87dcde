import { useEffect, useEffectEvent, useRef } from 'react';
import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useIsLive } from './live-state.ts';

/** Polling interval of account lists while they are visible and changes do not arrive by themselves. */
export const ACCOUNT_REFRESH_MS = 15_000;

/** The longest polling interval while nothing changes. */
const SLOWEST_MS = 60_000;
/** Polling interval while changes arrive by themselves: a page has up to eight such queries. */
const LIVE_MS = 4 * 60_000;

/**
 * Keeps the screen in sync with other users: refetches the queries under `queryKeys` while the tab is visible, and at
 * once when it becomes visible again or the live connection is back. Hidden tabs make no requests here.
 *
 * The live connection refetches what its events name. Without it, the first refetch comes after `everyMs` milliseconds,
 * and the pause doubles up to a minute as long as nothing changes.
 */
export function useLiveUpdates(queryKeys: readonly QueryKey[], everyMs: number): void {
  const queryClient = useQueryClient();
  const isVisible = useDocumentVisibility() === 'visible';
  const isLive = useIsLive();
  const wasHidden = useRef(false);
  const wasLive = useRef(isLive);
  const refresh = useEffectEvent(() => {
    // Does not cancel a running refetch: on a slow network none would ever finish.
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
  });
  const shown = useEffectEvent(() =>
    queryKeys.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }).map(([, data]) => data)),
  );
  useEffect(() => {
    if (!isVisible) {
      wasHidden.current = true;
      return undefined;
    }
    if (wasHidden.current || (isLive && !wasLive.current)) refresh();
    wasHidden.current = false;
    wasLive.current = isLive;
    const [first, slowest] = isLive ? [LIVE_MS, LIVE_MS] : [everyMs, SLOWEST_MS];
    let pause = first;
    let before = shown();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        refresh();
        pause = Math.min(2 * pause, slowest);
        schedule();
      }, pause);
    };
    schedule();
    const unsubscribe = queryClient.getQueryCache().subscribe(({ type }) => {
      if (type !== 'updated') return;
      const now = shown();
      // Unchanged data keep their identity.
      if (now.length === before.length && now.every((data, index) => data === before[index])) return;
      before = now;
      pause = first;
      schedule();
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [isVisible, isLive, everyMs, queryClient]);
}
