import { isIPv6 } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';

/**
 * The key by which limits count a client: an IPv4 address, or the /64 network of an IPv6 address, all of which its holder
 * has.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain) || /^::ffff:\d+\./i.test(plain)) return address;
  return expandIPv6(plain.toLowerCase()).split(':').slice(0, 4).join(':');
}
