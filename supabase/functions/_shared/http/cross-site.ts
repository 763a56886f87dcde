import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { env } from '../env.ts';
import { ApiError } from './api-error.ts';
import type { ApiContext, ApiEnv } from './context.ts';
import { hasBearerToken, requireSession } from './session.ts';

const LOOPBACK = ['localhost', '127.0.0.1'];

/** The origins whose pages can use `/api`: the page's own, and those of the environment. */
export function allowedOrigins(siteUrl: string, further: readonly string[]): ReadonlySet<string> {
  const site = new URL(siteUrl);
  const port = site.port && `:${site.port}`;
  // A local server is reachable under two names.
  const twins = LOOPBACK.includes(site.hostname) ? LOOPBACK.map((name) => `${site.protocol}//${name}${port}`) : [];
  return new Set([site.origin, ...twins, ...further]);
}

const pageOrigins = allowedOrigins(env.siteUrl, env.furtherOrigins);

/** Response headers that scripts of other origins can read. */
const exposeHeaders = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Count',
];

const forOurPages = cors({
  origin: (origin) => (pageOrigins.has(origin) ? origin : null),
  credentials: true,
  exposeHeaders,
});
// Any page can use a token that it has. Without credentials, browsers send no cookies.
const forTokens = cors({ origin: '*', exposeHeaders });

/** More than the names of all headers that a page can send here. To split more takes a time that grows with its square. */
const ASKED_HEADERS_MAX = 1_000;

/** The CORS headers: our pages can send cookies, all others only a bearer token. */
export const allowOrigins = createMiddleware<ApiEnv>((c, next) => {
  if ((c.req.header('Access-Control-Request-Headers') ?? '').length > ASKED_HEADERS_MAX)
    throw new ApiError(400, 'The request asks for too many headers');
  const origin = c.req.header('Origin');
  const isForeign = origin !== undefined && !pageOrigins.has(origin);
  return isForeign && bringsToken(c) ? forTokens(c, next) : forOurPages(c, next);
});

/** Whether a request brings a token, or is the preflight of one that will. */
function bringsToken(c: ApiContext): boolean {
  const asked = c.req.method === 'OPTIONS' ? (c.req.header('Access-Control-Request-Headers') ?? '') : '';
  return c.req.header('Authorization') !== undefined || /(^|,)\s*authorization\s*(,|$)/i.test(asked);
}

/**
 * Refuses state-changing cross-site requests that carry our cookies, also with simple content types, which need no
 * preflight. Clients other than browsers send neither header. A request with a token does not depend on cookies, but the
 * token must be that of a session: a made-up one must not unlock calls that need no session.
 */
export const refuseCrossSite = createMiddleware<ApiEnv>(async (c, next) => {
  const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method);
  if (!isReading && !isSameSite(c.req.header('Origin'), c.req.header('Sec-Fetch-Site'))) {
    if (!hasBearerToken(c)) throw new ApiError(403, 'Calls from other sites are not allowed', { code: 'cross_site' });
    await requireSession(c);
  }
  await next();
});

function isSameSite(origin: string | undefined, fetchSite: string | undefined): boolean {
  if (origin !== undefined) return pageOrigins.has(origin);
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
}
