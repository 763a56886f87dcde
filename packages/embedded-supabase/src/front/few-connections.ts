import type { Server } from 'node:http';
import { networkOf } from '../platform/network.ts';

/** Connections that one network holds at a port: a browser opens six. */
export const CONNECTIONS_MAX = 1_000;

/**
 * Closes what one network opens beyond a number of connections. A connection whose answer is not read holds a file and its
 * buffers for as long as its client wishes.
 */
export function fewConnectionsOfOne(server: Server): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = open.get(network) ?? 0;
    if (count >= CONNECTIONS_MAX) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
