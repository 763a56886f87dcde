import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { networkOf } from '../../functions/_shared/http/network.ts';
import { peerAddress } from '../platform/peer-address.ts';
import type { ProjectConfig } from '../platform/project-config.ts';

type Limits = ProjectConfig['auth']['rate_limit'];
type FrontContext = Context<{ Bindings: HttpBindings }>;

type AddressParts = {
  secretKey: string;
  /** How many proxies in front of this server may be believed. */
  proxies: number;
};

/** What an address may ask for at once; then it gets its share of five minutes bit by bit. */
const BURST = 30;
const WINDOW_SECONDS = 300;
/** Full buckets are forgotten when there are so many. */
const BUCKETS_MAX = 10_000;

/** Which limit of config.toml a request counts for, as Auth counts it: refreshing and signing in share one. */
function limitOf(c: FrontContext): keyof Limits | null {
  const path = c.req.path.replace('/auth/v1', '');
  if (path === '/token') return 'token_refresh';
  if (path === '/verify') return 'token_verifications';
  return c.req.method === 'POST' && ['/signup', '/recover', '/resend', '/magiclink', '/otp'].includes(path)
    ? 'sign_in_sign_ups'
    : null;
}

/** The address that a request counts for: the caller's, or the one that a function names together with the secret key. */
function addressOf(c: FrontContext, { secretKey, proxies }: AddressParts): string {
  const forwarded =
    c.req.header('apikey') === secretKey ? c.req.header('sb-forwarded-for')?.split(',')[0]?.trim() : undefined;
  return networkOf(forwarded || peerAddress(c, proxies));
}

/** Auth's limits per address, as buckets that fill again: 429 for an address that has emptied its own, and no other notices. */
export function limitAuth(limits: Limits, parts: AddressParts): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const buckets = new Map<string, { left: number; at: number }>();
  return async (c, next) => {
    const name = limitOf(c);
    if (name === null) return next();
    const perSecond = limits[name] / WINDOW_SECONDS;
    const key = `${name} ${addressOf(c, parts)}`;
    const now = performance.now() / 1000;
    const bucket = buckets.get(key) ?? { left: BURST, at: now };
    const left = Math.min(BURST, bucket.left + (now - bucket.at) * perSecond);
    if (buckets.size > BUCKETS_MAX) buckets.clear();
    buckets.set(key, { left: Math.max(0, left - 1), at: now });
    if (left >= 1) return next();
    return c.json({ code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' }, 429, {
      'X-Sb-Error-Code': 'over_request_rate_limit',
    });
  };
}
