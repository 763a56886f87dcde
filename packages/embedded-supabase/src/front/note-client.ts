import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { verify } from 'hono/jwt';
import { z } from 'zod';
import { serveAs } from '../database/asking-client.ts';
import type { CutOffs } from '../database/cut-offs.ts';
import { networkOf } from '../platform/network.ts';
import { peerAddress } from '../platform/peer-address.ts';
import { bearerToken } from '../platform/token-state.ts';
import { tooManyRequests } from './too-many-requests.ts';

type FrontContext = Context<{ Bindings: HttpBindings }>;

export interface ClientParts {
  secretKey: string;
  jwtSecret: string;
  /** Number of trusted reverse proxies. */
  proxies: number;
  /** The address for which a function of the project calls; undefined for other callers. */
  callerOf: ((headers: Headers, secretKey: string) => Promise<string | undefined>) | undefined;
}

const claimsSchema = z.object({ sub: z.string().optional(), role: z.string() });

/** Records the client of a request, and answers 429 while it is refused. */
export function noteClient(parts: ClientParts, cutOffs: CutOffs): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, next) => {
    const client = await clientOf(c, parts);
    const seconds = cutOffs.secondsLeft(client);
    if (seconds > 0) return tooManyRequests(seconds);
    await serveAs(client, next);
    if (c.res.status === 429 && cutOffs.secondsLeft(client) > 0)
      c.header('Retry-After', String(cutOffs.secondsLeft(client)));
  };
}

/**
 * The name of a client: the user of a valid token, the caller of a function, the holder of the secret key, or else the
 * network address according to the trusted proxies. If clients could choose their names, a flooder would have a name per
 * request.
 */
async function clientOf(c: FrontContext, parts: ClientParts): Promise<string> {
  const token = bearerToken(c.req.header('authorization'));
  const claims = token === undefined ? undefined : await verify(token, parts.jwtSecret, 'HS256').catch(() => undefined);
  const known = claimsSchema.safeParse(claims).data;
  if (known?.sub !== undefined) return known.sub;
  const caller = await parts.callerOf?.(c.req.raw.headers, parts.secretKey);
  if (caller !== undefined) return networkOf(caller);
  if (c.req.header('apikey') === parts.secretKey || known?.role === 'service_role') return 'service';
  return networkOf(peerAddress(c.env.incoming, parts.proxies));
}
