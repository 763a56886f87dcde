import { verify } from 'hono/jwt';
import { env } from '../env.ts';
import type { ApiContext } from './context.ts';
import { networkOf } from './network.ts';
import { isSameSecret } from './secret.ts';

/** Placeholder for the address of a caller without X-Forwarded-For. */
export const UNKNOWN_ADDRESS = 'unknown';

/**
 * Reads who calls, once per request: whether by the host of the page, and the network address for rate limits. That is
 * the entry of X-Forwarded-For that the outermost trusted proxy wrote; for IPv6, its network. Entries left of it are
 * the client's own claim and are ignored. The host of the page proves that it is one of the proxies; for a call that
 * bypasses it, only the last entry counts, which the platform wrote.
 */
export async function readClient(headers: Headers): Promise<{ address: string; isFromHost: boolean }> {
  const hops = (headers.get('X-Forwarded-For') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  const fromHost = await isFromHost(headers);
  const address = networkOf(hops.at(fromHost ? -env.trustedHops : -1) ?? UNKNOWN_ADDRESS);
  return { address, isFromHost: fromHost };
}

/** The caller's network address, as read by the first middleware. */
export const clientAddress = (c: ApiContext): string => c.get('clientAddress');

/** Whether the host of the page forwarded a request: it sends the secret or, like Netlify, a token signed with it. */
async function isFromHost(headers: Headers): Promise<boolean> {
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
