import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { readRatesAnswer, type DayRates } from '../_shared/domain/exchange-rates.ts';

const TIMEOUT_MS = 10_000;
/** More than the rates of all currencies need. */
const BYTES_MAX = 200_000;

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

type Ways = {
  fetch: (url: URL, init: RequestInit) => Promise<Response>;
  /** All addresses of a host name. */
  addressesOf: (host: string) => Promise<string[]>;
  timeoutMs: number;
};

const INTERNET: Ways = {
  fetch: (url, init) => fetch(url, init),
  addressesOf: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  timeoutMs: TIMEOUT_MS,
};

/**
 * Reads the rates of a day from an address of the operator. Limited to https, public hosts, 10 seconds and 200 kB,
 * without redirects, so that a mistyped or hijacked address cannot reach the internal network (SSRF).
 * @throws Error with the reason
 */
export async function fetchRates(address: string, ways: Ways = INTERNET): Promise<DayRates & { source: string }> {
  const url = new URL(address);
  if (url.protocol !== 'https:') throw new Error('The address of the exchange rates does not begin with https://');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await ways.addressesOf(host);
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
    throw new Error('The address of the exchange rates is no host of the internet');
  }
  const answer = await ways.fetch(url, {
    redirect: 'error',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(ways.timeoutMs),
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`The address of the exchange rates answered ${answer.status}`);
  }
  return { ...readRatesAnswer(JSON.parse(await limitedText(answer))), source: url.hostname };
}

/** The body of an answer as text; throws as soon as it exceeds the limit. */
async function limitedText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of body ?? []) {
    read += chunk.byteLength;
    if (read > BYTES_MAX) throw new Error('The answer with the exchange rates is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
