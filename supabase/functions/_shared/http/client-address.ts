import { verify } from 'hono/jwt';
import { env } from '../env.ts';
import type { ApiContext } from './context.ts';
import { networkOf } from './network.ts';
import { isSameSecret } from './secret.ts';

/** Stands for the address of a caller whom no proxy names. */
export const UNKNOWN_ADDRESS = 'unknown';

/**
 * Reads the caller's network address, for rate limits: the entry of X-Forwarded-For that the outermost trusted proxy wrote, of IPv6 its
 * network. Entries left of it come from the caller and count for nothing. The host of the page proves that it is one of the proxies;
 * a call past it has the platform's own entry, the last, alone.
 */
export async function readClientAddress(headers: Headers): Promise<string> {
  const hops = (headers.get('X-Forwarded-For') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  const trusted = env.trustedHops > 1 && (await isFromHost(headers)) ? env.trustedHops : 1;
  return networkOf(hops.at(-trusted) ?? UNKNOWN_ADDRESS);
}

/** The caller's network address, as the first middleware has read it. */
export const clientAddress = (c: ApiContext): string => c.get('clientAddress');

/** Whether the host of the page passes a request on: it sends the secret, or as Netlify does a token that is signed with it. */
export async function isFromHost(headers: Headers): Promise<boolean> {
  const [secret, token] = [headers.get('X-Proxy-Secret'), headers.get('X-Nf-Sign')];
  if (env.proxySecret === null) return false;
  if (secret !== null) return isSameSecret(secret, env.proxySecret);
  return (
    token !== null &&
    verify(token, env.proxySecret, 'HS256').then(
      ({ iss }) => iss === 'netlify',
      () => false,
    )
  );
}
