import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Address ranges that are not public: private, local, shared, documentation, multicast. */
const inner = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  inner.addSubnet(network, prefix, 'ipv4');
}

/** Whether an address is a public host. Of IPv6, only the allocated range without embedded IPv4 addresses is. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !inner.check(address, 'ipv4');
  return (
    version === 6 && /^[23][0-9a-f]{3}:/i.test(address) && !/^(?:2001:0?:|2001::|2001:0?db8:|2002:)/i.test(address)
  );
}

/**
 * All addresses of a host name; of an address itself that one.
 * @throws Error when the name is unknown
 */
export async function addressesOf(host: string): Promise<string[]> {
  return isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
}
