import { readRatesAnswer, type DayRates } from '../_shared/domain/exchange-rates.ts';
import { addressesOf, isPublicAddress } from '../_shared/http/public-address.ts';

const TIMEOUT_MS = 10_000;
/** More than the rates of all currencies need. */
const BYTES_MAX = 200_000;

type Ways = {
  fetch: (url: URL, init: RequestInit) => Promise<Response>;
  addressesOf: typeof addressesOf;
  timeoutMs: number;
};

const INTERNET: Ways = {
  fetch: (url, init) => fetch(url, init),
  addressesOf,
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
  const addresses = await ways.addressesOf(host);
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
