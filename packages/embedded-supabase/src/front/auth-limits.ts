import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { networkOf } from '../platform/network.ts';
import { peerAddress } from '../platform/peer-address.ts';
import type { ProjectConfig } from '../platform/project-config.ts';

type Limits = ProjectConfig['auth']['rate_limit'];
export type FrontContext = Context<{ Bindings: HttpBindings }>;

type AddressParts = {
  secretKey: string;
  /** Number of trusted reverse proxies. */
  proxies: number;
};

/** Size of the token bucket of an address; it refills over five minutes. */
const BURST = 30;
const WINDOW_SECONDS = 300;
/** Maximum number of buckets. */
const BUCKETS_MAX = 10_000;

/** The limit of config.toml for a request, as in Auth: refresh and sign-in share one. */
function limitOf(c: FrontContext): keyof Limits | null {
  const path = c.req.path.replace('/auth/v1', '');
  if (path === '/token') return 'token_refresh';
  if (path === '/verify') return 'token_verifications';
  return c.req.method === 'POST' && ['/signup', '/recover', '/resend', '/magiclink', '/otp'].includes(path)
    ? 'sign_in_sign_ups'
    : null;
}

/** The address that a request comes from: the caller's, or the one that a function sends with the secret key. */
export function addressOf(c: FrontContext, { secretKey, proxies }: AddressParts): string {
  const forwarded =
    c.req.header('apikey') === secretKey ? c.req.header('sb-forwarded-for')?.split(',')[0]?.trim() : undefined;
  return forwarded || peerAddress(c, proxies);
}

interface Bucket {
  left: number;
  at: number;
}

/** Token buckets, one per limit and network. `rates` are the refill rates per second. */
export class Buckets<Name extends string> {
  readonly #rates: Readonly<Record<Name, number>>;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rates: Readonly<Record<Name, number>>) {
    this.#rates = rates;
  }

  /** Takes a token from a bucket at a time in seconds. @returns whether there was one */
  take(name: Name, network: string, now: number): boolean {
    const key = `${name} ${network}`;
    const left = this.#left(name, this.#buckets.get(key), now);
    // The least recently used bucket comes first.
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: Math.max(0, left - 1), at: now });
    const [[oldest = ''] = []] = this.#buckets;
    // The oldest bucket has refilled most; a client that keeps asking keeps an empty one.
    if (this.#buckets.size > BUCKETS_MAX) this.#buckets.delete(oldest);
    return left >= 1;
  }

  #left(name: Name, bucket: Bucket | undefined, now: number): number {
    return bucket ? Math.min(BURST, bucket.left + (now - bucket.at) * this.#rates[name]) : BURST;
  }
}

/** Auth's limits per address: 429 for an address with an empty bucket, without effect on others. */
export function limitAuth(limits: Limits, parts: AddressParts): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const buckets = new Buckets<keyof Limits>({
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
