import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * The network address of the client: that of the socket or, behind trusted proxies, the one that the outermost proxy
 * wrote into X-Forwarded-For. Entries left of it are the client's own claim.
 */
export function peerAddress(c: Context<{ Bindings: HttpBindings }>, proxies: number): string {
  const written = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim());
  const chain = [...written.filter(Boolean), c.env.incoming.socket.remoteAddress ?? ''];
  return chain.at(-1 - proxies) ?? chain[0] ?? '';
}
