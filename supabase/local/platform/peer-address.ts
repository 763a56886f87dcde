import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * The network address of whoever calls: that of the socket, or with trusted proxies in front of this server the one that the
 * outermost of them wrote into X-Forwarded-For. What stands left of it is the client's own claim.
 */
export function peerAddress(c: Context<{ Bindings: HttpBindings }>, proxies: number): string {
  const written = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim());
  const chain = [...written.filter(Boolean), c.env.incoming.socket.remoteAddress ?? ''];
  return chain.at(-1 - proxies) ?? chain[0] ?? '';
}
