import { RealtimeClient } from '@supabase/realtime-js';
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { currentSession } from '@/shared/backend/auth-session.ts';
import { env, serviceUrl } from '@/shared/backend/env.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refreshFromElsewhere } from '@/shared/backend/refresh.ts';
import { keysOfEvent } from './live-events.ts';
import { setLive } from './live-state.ts';

/**
 * Events that come together are one refresh. The pause doubles while they go on, or their cause would make this
 * page ask for ever.
 */
const TOGETHER_MS = { least: 100, most: 2_000 };
/** Pause before the next try of a channel that was refused: by a suspension, or by too many tabs. */
const REFUSED_MS = 60_000;
const LONGEST_PAUSE_MS = 10_000;
/** Tries after which a server is down for longer, or something on the way lets no WebSocket through. */
const TRIES_SOON = 10;

/** All pages of a server lose it at the same moment, and come back one after the other. */
const scattered = (pause: number): number => pause * (0.5 + Math.random() / 2);

/** Grows to ten seconds, after a minute and a half to a minute. */
const pauseBefore = (tries: number): number =>
  scattered(tries > TRIES_SOON ? REFUSED_MS : Math.min(1_000 * 2 ** (tries - 1), LONGEST_PAUSE_MS));

/**
 * Subscribes to the events of the signed-in user, and refetches what they make stale. While the channel is joined,
 * `useIsLive` is true. A hidden tab only refetches the notifications, whose number is in its title.
 * @returns closes the connection
 */
export function openLiveConnection(userId: number, queryClient: QueryClient): () => void {
  const stale = new Map<string, QueryKey>();
  let isOver = false;
  let flushing: ReturnType<typeof setTimeout> | undefined;
  let joining: ReturnType<typeof setTimeout> | undefined;

  let pause = TOGETHER_MS.least;
  let flushedAt = -Infinity;

  const flush = () => {
    flushing = undefined;
    const now = performance.now();
    pause = now - flushedAt > 2 * TOGETHER_MS.most ? TOGETHER_MS.least : Math.min(2 * pause, TOGETHER_MS.most);
    flushedAt = now;
    const isHidden = document.visibilityState === 'hidden';
    for (const [hash, queryKey] of stale) {
      if (isHidden && queryKey !== keys.notifications.all) continue;
      stale.delete(hash);
      refreshFromElsewhere(queryClient, queryKey);
    }
  };
  const refresh = (queryKeys: readonly QueryKey[]) => {
    for (const queryKey of queryKeys) stale.set(hashKey(queryKey), queryKey);
    flushing ??= setTimeout(flush, pause);
  };

  const client = new RealtimeClient(serviceUrl('realtime/v1').replace(/^http/, 'ws'), {
    params: { apikey: env.supabaseKey },
    accessToken: async () => (await currentSession())?.access_token ?? null,
    reconnectAfterMs: pauseBefore,
  });

  const join = async () => {
    await client.setAuth();
    if (isOver) return;
    const channel = client.channel(`user:${userId}`, { config: { private: true } });
    channel
      .on('broadcast', { event: '*' }, ({ event, payload }) => refresh(keysOfEvent(event, payload)))
      .subscribe((status) => {
        if (isOver) return;
        setLive(status === 'SUBSCRIBED');
        // Events from before, or meanwhile; `useLiveUpdates` refetches the rest of the page.
        if (status === 'SUBSCRIBED') refresh([keys.notifications.all]);
        // A lost connection is joined again by the client; a refused or closed channel is not, or at once.
        else if (client.isConnected()) joinLater();
      });
    const joinLater = () => {
      if (joining !== undefined) return;
      joining = setTimeout(() => {
        joining = undefined;
        void join();
      }, scattered(REFUSED_MS));
      void client.removeChannel(channel);
    };
  };

  void join();
  document.addEventListener('visibilitychange', flush);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', flush);
    clearTimeout(flushing);
    clearTimeout(joining);
    setLive(false);
    void client.removeAllChannels();
  };
}
