import type { IncomingMessage } from 'node:http';

/**
 * The network address of the client: that of the socket or, behind trusted proxies, the one that the outermost proxy
 * wrote into X-Forwarded-For. Entries left of it are the client's own claim. A server that listens on IPv6 as well sees
 * IPv4 clients as `::ffff:203.0.113.9`: that is the same client as 203.0.113.9.
 */
export function peerAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const written = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => entry.trim());
  const chain = [...written.filter(Boolean), socket.remoteAddress ?? ''];
  const address = chain.at(-1 - proxies) ?? chain[0] ?? '';
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
