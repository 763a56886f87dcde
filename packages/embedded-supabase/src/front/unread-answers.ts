import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Listener } from './listeners.ts';

const LIMITS = {
  /** Time in which a client reads something of its answer. */
  patienceMs: 60_000,
  /** Bytes of answers that wait for one client to read them. */
  bytes: 32 * 1024 * 1024,
  lookMs: 1_000,
};

/**
 * Closes connections whose answers nobody reads: an answer stays in memory, and a file open, until it is read. Of a client
 * that has more unread than one client may, the largest goes, so that reading a little now and then keeps nothing.
 */
export function endUnread(
  { server, running }: Listener,
  clientOf: (request: IncomingMessage) => string,
  { patienceMs, bytes, lookMs } = LIMITS,
): void {
  // The timer of a socket starts again with each byte. With a listener, Node leaves idle connections to it as well.
  server.setTimeout(patienceMs, (socket) => {
    const isServed = [...running].some((response) => response.socket === socket);
    if (!isServed || socket.writableLength > 0) socket.destroy();
  });
  const looking = setInterval(() => {
    for (const answers of byClient(running, clientOf).values()) {
      const unread = answers.reduce((sum, { writableLength }) => sum + writableLength, 0);
      if (unread > bytes) answers.toSorted((one, other) => other.writableLength - one.writableLength)[0]?.destroy();
    }
  }, lookMs);
  looking.unref();
  server.once('close', () => clearInterval(looking));
}

function byClient(running: Iterable<ServerResponse>, clientOf: (request: IncomingMessage) => string) {
  const clients = new Map<string, ServerResponse[]>();
  for (const response of running) {
    if (response.writableLength === 0) continue;
    const client = clientOf(response.req);
    const answers = clients.get(client);
    if (answers) answers.push(response);
    else clients.set(client, [response]);
  }
  return clients;
}
