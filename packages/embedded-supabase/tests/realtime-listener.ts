/** A client of Realtime in Node, for tests. */
import { RealtimeClient } from '@supabase/realtime-js';
import { WebSocket } from 'ws';

// Node 20 has none, and the types of this one are not those of browsers.
if (!('WebSocket' in globalThis)) Object.defineProperty(globalThis, 'WebSocket', { value: WebSocket });

export interface RealtimeListener {
  client: RealtimeClient;
  /** The broadcasts that have arrived. */
  heard: { event: string; payload: Record<string, unknown> }[];
  /** The states of the channel so far. */
  states: string[];
  /** Broadcasts as a client. */
  say: (event: string) => Promise<unknown>;
  close: () => Promise<void>;
}

interface ListenerOptions {
  supabaseUrl: string;
  publishableKey: string;
  token: string | null;
  topic: string;
  /** Default: true. */
  isPrivate?: boolean;
}

/** Joins a topic, and waits until that is accepted or refused. */
export async function listen({
  supabaseUrl,
  publishableKey,
  token,
  topic,
  isPrivate = true,
}: ListenerOptions): Promise<RealtimeListener> {
  const client = new RealtimeClient(`${supabaseUrl.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey: publishableKey },
    accessToken: () => Promise.resolve(token),
  });
  await client.setAuth();
  const channel = client.channel(topic, { config: { private: isPrivate } });
  const heard: RealtimeListener['heard'] = [];
  const states: string[] = [];
  await new Promise<void>((resolve) => {
    channel
      .on('broadcast', { event: '*' }, ({ event, payload }) => heard.push({ event, payload }))
      .subscribe((state) => {
        states.push(state);
        resolve();
      });
  });
  return {
    client,
    heard,
    states,
    say: (event) => channel.send({ type: 'broadcast', event, payload: {} }),
    close: async () => {
      await client.removeAllChannels();
    },
  };
}
