import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { verify } from 'hono/jwt';
import { z } from 'zod';
import { networkOf } from '../../functions/_shared/http/network.ts';
import { serveAs } from '../database/asking-client.ts';
import { peerAddress } from '../platform/peer-address.ts';

type FrontContext = Context<{ Bindings: HttpBindings }>;

const claimsSchema = z.object({ sub: z.string().optional(), role: z.string() });

/**
 * Notes who sends a request: the person of a valid token, whoever holds the secret key, else everybody at one address, as trusted
 * proxies tell it. A name that a client could make up would give a flooder as many names as requests.
 */
export function noteClient(
  secretKey: string,
  jwtSecret: string,
  proxies: number,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) =>
    serveAs((await clientByKey(c, secretKey, jwtSecret)) ?? networkOf(peerAddress(c, proxies)), next);
}

async function clientByKey(c: FrontContext, secretKey: string, jwtSecret: string): Promise<string | undefined> {
  if (c.req.header('apikey') === secretKey) return 'service';
  const [, token] = /^Bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  const claims = token === undefined ? undefined : await verify(token, jwtSecret, 'HS256').catch(() => undefined);
  const known = claimsSchema.safeParse(claims);
  return known.success ? (known.data.sub ?? (known.data.role === 'service_role' ? 'service' : undefined)) : undefined;
}
