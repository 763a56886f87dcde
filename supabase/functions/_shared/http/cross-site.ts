import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { env } from '../env.ts';
import { ApiError } from './api-error.ts';
import type { ApiEnv } from './context.ts';

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

/** What a program in a browser may read beside the body. */
const exposeHeaders = ['ETag', 'Idempotent-Replayed', 'Link', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id', 'X-Total-Count'];

/** Says to browsers whose pages may call with cookies. */
export const allowOrigins = cors({ origin: (origin) => (pageOrigins.has(origin) ? origin : null), credentials: true, exposeHeaders });

/**
 * Refuses state-changing calls that a page of another site makes a browser send with our cookies, also those
 * with simple content types, which browsers send without asking first. Clients that are no browsers send
 * neither header.
 */
export const refuseCrossSite = createMiddleware<ApiEnv>(async (c, next) => {
  const isReading = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method);
  if (!isReading && !isSameSite(c.req.header('Origin'), c.req.header('Sec-Fetch-Site'))) {
    throw new ApiError(403, 'Calls from other sites are not allowed', { code: 'cross_site' });
  }
  await next();
});

function isSameSite(origin: string | undefined, fetchSite: string | undefined): boolean {
  if (origin !== undefined) return pageOrigins.has(origin);
  return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
}
