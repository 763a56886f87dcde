import { env } from '../env.ts';
import type { ApiContext } from './context.ts';
import { networkOf } from './network.ts';

/** Stands for the address of a caller whom no proxy names. */
export const UNKNOWN_ADDRESS = 'unknown';

/**
 * The caller's network address, for rate limits: the entry of X-Forwarded-For that the outermost trusted proxy
 * wrote, of IPv6 its network. Entries left of it come from the caller and count for nothing.
 */
export function clientAddress(c: ApiContext): string {
  const hops = (c.req.header('X-Forwarded-For') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  return networkOf(hops.at(-env.trustedHops) ?? UNKNOWN_ADDRESS);
}
