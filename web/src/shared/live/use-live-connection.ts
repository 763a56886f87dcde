import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { servesRealtime } from '@/shared/backend/env.ts';
import { sparesData, whenIdle } from '@/shared/lazy/fetch-ahead.ts';
import { fetchCode } from '@/shared/lazy/fetch-code.ts';

const load = () => import('./live-connection.ts');

/**
 * Opens the live connection of a user once the browser is idle; not with data saver or on 2G. Without it, the clocks of
 * the page find changes.
 */
export function useLiveConnection(userId: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!servesRealtime() || sparesData()) return undefined;
    let isOver = false;
    let close: () => void = () => undefined;
    const open = async () => {
      const { openLiveConnection } = await fetchCode(load);
      if (!isOver) close = openLiveConnection(userId, queryClient);
    };
    whenIdle(() => void open().catch((error: unknown) => console.warn('Changes do not arrive by themselves:', error)));
    return () => {
      isOver = true;
      close();
    };
  }, [userId, queryClient]);
}
