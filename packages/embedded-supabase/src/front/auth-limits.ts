import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { networkOf } from '../platform/network.ts';
import { peerAddress } from '../platform/peer-address.ts';
import type { ProjectConfig } from '../platform/project-config.ts';
import { Buckets } from './buckets.ts';

type Limits = ProjectConfig['auth']['rate_limit'];
export type FrontContext = Context<{ Bindings: HttpBindings }>;

type AddressParts = {
  secretKey: string;
  /** Number of trusted reverse proxies. */
  proxies: number;
};

/** Requests of an address at once; they are granted again over five minutes. */
const BURST = 30;
const WINDOW_SECONDS = 300;

/** Requests to Auth without a limit, because they write nothing or must always work: reading one's own user, signing out. */
const UNLIMITED = new Set(['GET /user', 'GET /settings', 'GET /health', 'POST /logout']);

/**
 * The limit of config.toml for a request, as in Auth: refresh and sign-in share one. Whatever else writes, if only a line
 * of the log, shares that of verifications.
 */
function limitOf(c: FrontContext): keyof Limits | null {
  const path = c.req.path.replace('/auth/v1', '');
  if (path === '/token') return 'token_refresh';
  if (c.req.method === 'POST' && ['/signup', '/recover', '/resend', '/magiclink', '/otp'].includes(path))
    return 'sign_in_sign_ups';
  // The secret key opens `/admin`, for which no limits apply.
  return path.startsWith('/admin/') || UNLIMITED.has(`${c.req.method} ${path}`) ? null : 'token_verifications';
}

/** The address that a request comes from: the caller's, or the one that a function sends with the secret key. */
export function addressOf(c: FrontContext, { secretKey, proxies }: AddressParts): string {
  const forwarded =
    c.req.header('apikey') === secretKey ? c.req.header('sb-forwarded-for')?.split(',')[0]?.trim() : undefined;
  return forwarded || peerAddress(c.env.incoming, proxies);
}

/** Auth's limits per address: 429 for an address with an empty bucket, without effect on others. */
export function limitAuth(limits: Limits, parts: AddressParts): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const buckets = new Buckets<keyof Limits>(BURST, {
    token_refresh: limits.token_refresh / WINDOW_SECONDS,
    sign_in_sign_ups: limits.sign_in_sign_ups / WINDOW_SECONDS,
    token_verifications: limits.token_verifications / WINDOW_SECONDS,
  });
  return async (c, next) => {
    const name = limitOf(c);
    if (name === null || buckets.take(name, networkOf(addressOf(c, parts)), performance.now() / 1000)) return next();
    return c.json({ code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' }, 429, {
      'X-Sb-Error-Code': 'over_request_rate_limit',
    });
  };
}
