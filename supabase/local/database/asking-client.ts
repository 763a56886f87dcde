import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { verify } from 'hono/jwt';
import { z } from 'zod';
import { networkOf } from '../../functions/_shared/http/network.ts';
import { peerAddress } from '../platform/peer-address.ts';

type FrontContext = Context<{ Bindings: HttpBindings }>;

const clients = new AsyncLocalStorage<string>();
const claimsSchema = z.object({ sub: z.string().optional(), role: z.string() });

/** Who sends the request that is served here; this server itself outside of requests. */
export const askingClient = (): string => clients.getStore() ?? 'server';

/**
 * Notes who sends a request: the person of a token that is good, what holds the secret key, else everybody at one address, as trusted proxies tell it. A name
 * that anybody could make up would give who floods the server as many names as requests.
 */
export function noteClient(
  secretKey: string,
  jwtSecret: string,
  proxies: number,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) =>
    clients.run((await clientByKey(c, secretKey, jwtSecret)) ?? networkOf(peerAddress(c, proxies)), next);
}

async function clientByKey(c: FrontContext, secretKey: string, jwtSecret: string): Promise<string | undefined> {
  if (c.req.header('apikey') === secretKey) return 'service';
  const [, token] = /^Bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  const claims = token === undefined ? undefined : await verify(token, jwtSecret, 'HS256').catch(() => undefined);
  const known = claimsSchema.safeParse(claims);
  return known.success ? (known.data.sub ?? (known.data.role === 'service_role' ? 'service' : undefined)) : undefined;
}
