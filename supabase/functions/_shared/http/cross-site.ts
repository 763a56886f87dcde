import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { env } from '../env.ts';
import { ApiError } from './api-error.ts';
import type { ApiContext, ApiEnv } from './context.ts';
import { hasBearerToken, requireSession } from './session.ts';

const LOOPBACK = ['localhost', '127.0.0.1'];

/** The origins whose pages may use `/api`: that of the page, and those that the environment adds. */
export function allowedOrigins(siteUrl: string, further: readonly string[]): ReadonlySet<string> {
  const site = new URL(siteUrl);
  const port = site.port && `:${site.port}`;
  // One machine has two names for itself, and people type either.
  const twins = LOOPBACK.includes(site.hostname) ? LOOPBACK.map((name) => `${site.protocol}//${name}${port}`) : [];
  return new Set([site.origin, ...twins, ...further]);
}

const pageOrigins = allowedOrigins(env.siteUrl, env.furtherOrigins);

/** Response headers that scripts of other origins can read. */
const exposeHeaders = [
  'ETag',
  'Idempotent-Replayed',
  'Link',
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
// Any page may use a token that it was given. Without credentials browsers send no cookies along.
const forTokens = cors({ origin: '*', exposeHeaders });

/** Says to browsers whose pages may call: ours with cookies, all others with a bearer token alone. */
export const allowOrigins = createMiddleware<ApiEnv>((c, next) => {
  const origin = c.req.header('Origin');
  const isForeign = origin !== undefined && !pageOrigins.has(origin);
  return isForeign && bringsToken(c) ? forTokens(c, next) : forOurPages(c, next);
});

/** Whether a call brings a token, or asks whether it may. */
function bringsToken(c: ApiContext): boolean {
  const asked = c.req.method === 'OPTIONS' ? (c.req.header('Access-Control-Request-Headers') ?? '') : '';
  return c.req.header('Authorization') !== undefined || /(^|,)\s*authorization\s*(,|$)/i.test(asked);
}

/**
 * Refuses state-changing calls that a page of another site makes a browser send with our cookies, also those
 * with simple content types, which browsers send without asking first. Clients that are no browsers send
 * neither header. A call with a token needs no cookie, but the token has to be a session's: one that is made up
 * must open nothing that takes no session.
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
