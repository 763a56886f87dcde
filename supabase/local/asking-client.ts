import { AsyncLocalStorage } from 'node:async_hooks';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { verify } from 'hono/jwt';
import { z } from 'zod';

const clients = new AsyncLocalStorage<string>();
const claimsSchema = z.object({ sub: z.string().optional(), role: z.string() });

/** Who sends the request that is served here; this server itself outside of requests. */
export const askingClient = (): string => clients.getStore() ?? 'server';

/**
 * Notes who sends a request: the person of a token that is good, what holds the secret key, else everybody at one address. A name
 * that anybody could make up would give who floods the server as many names as requests.
 */
export function noteClient(secretKey: string, jwtSecret: string): MiddlewareHandler {
  return async (c, next) => clients.run(await clientOf(c, secretKey, jwtSecret), next);
}

async function clientOf(c: Context, secretKey: string, jwtSecret: string): Promise<string> {
  if (c.req.header('apikey') === secretKey) return 'service';
  const [, token] = /^Bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  const claims = token === undefined ? undefined : await verify(token, jwtSecret, 'HS256').catch(() => undefined);
  const known = claimsSchema.safeParse(claims);
  const name = known.success ? (known.data.sub ?? (known.data.role === 'service_role' ? 'service' : undefined)) : undefined;
  return name ?? getConnInfo(c).remote.address ?? '';
}
