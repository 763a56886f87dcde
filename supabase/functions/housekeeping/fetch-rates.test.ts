import { isIP } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { fetchRates } from './fetch-rates.ts';

const ADDRESS = 'https://rates.example.org/latest';
const GOOD = { base: 'EUR', date: '2026-11-20', rates: { USD: 1.16, VND: 30_600, 'X-1': 5 } };

/** The internet as a test wants it: one host, and what it answers. */
const internet = (answer: () => Response | Promise<Response>, addresses?: string[]) => ({
  fetch: vi.fn(async (_url: URL, _init: RequestInit) => answer()),
  addressesOf: async (host: string) => addresses ?? (isIP(host) ? [host] : ['93.184.215.14']),
  timeoutMs: 1_000,
});
const answering = (body: unknown) => internet(() => Response.json(body));

test('[A616] rates become US dollars per unit, of the day that the answer names', async () => {
  const ways = answering(GOOD);
  const { usdPerUnit, day, source } = await fetchRates(ADDRESS, ways);
  expect({ day, source }).toEqual({ day: '2026-11-20', source: 'rates.example.org' });
  expect(Object.keys(usdPerUnit).sort()).toEqual(['EUR', 'VND']);
  expect(usdPerUnit['EUR']).toBeCloseTo(1.16);
  expect(usdPerUnit['VND']).toBeCloseTo(1.16 / 30_600, 12);
  expect(ways.fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: 'error' });
});

describe('[A616] is refused: an address', () => {
  test.each([
    ['without encryption', 'http://rates.example.org/'],
    ['of a file', 'file:///etc/passwd'],
    ['that is none', 'rates'],
    ['of this machine', 'https://127.0.0.1/'],
    ['of this machine, in IPv6', 'https://[::1]/'],
    ['of this machine, in IPv6 as IPv4', 'https://[::ffff:127.0.0.1]/'],
    ['of a private network', 'https://10.1.2.3/'],
    ['of the metadata of a cloud', 'https://169.254.169.254/latest/meta-data'],
    ['of a private network, in one number', 'https://2130706433/'],
  ])('%s', async (_what, address) => {
    const ways = answering(GOOD);
    await expect(fetchRates(address, ways)).rejects.toThrow(/https:|no host of the internet|Invalid URL/);
    expect(ways.fetch).not.toHaveBeenCalled();
  });

  test('a rates address whose host is in a private network, at least partly, is refused', async () => {
    for (const addresses of [['192.168.1.1'], ['93.184.215.14', '10.0.0.1'], ['fd00::1'], []]) {
      const ways = internet(() => Response.json(GOOD), addresses);
      await expect(fetchRates(ADDRESS, ways)).rejects.toThrow('no host of the internet');
      expect(ways.fetch).not.toHaveBeenCalled();
    }
  });
});

describe('[A616] is refused: an answer', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`C${index}`, 1]));
  test.each([
    ['that is no object', 'rates'],
    ['that is a list', [GOOD]],
    ['without rates', { base: 'EUR', date: '2026-11-20' }],
    ['without a day', { ...GOOD, date: undefined }],
    ['of a day that there is not', { ...GOOD, date: '2026-02-30' }],
    ['without US dollars', { ...GOOD, rates: { VND: 30_600 } }],
    ['with a text as a rate', { ...GOOD, rates: { ...GOOD.rates, GBP: '0.8' } }],
    ['with nothing as a rate', { ...GOOD, rates: { ...GOOD.rates, GBP: null } }],
    ['with a rate of zero', { ...GOOD, rates: { ...GOOD.rates, GBP: 0 } }],
    ['with a negative rate', { ...GOOD, rates: { ...GOOD.rates, GBP: -1 } }],
    ['with a rate of 1e308', { ...GOOD, rates: { ...GOOD.rates, GBP: 1e308 } }],
    ['with a rate of 1e-308', { ...GOOD, rates: { ...GOOD.rates, GBP: 1e-308 } }],
    ['with US dollars of 1e308', { ...GOOD, rates: { ...GOOD.rates, USD: 1e308 } }],
    ['with thousands of currencies', { ...GOOD, rates: { ...GOOD.rates, ...many } }],
    ['with a base that is no currency', { ...GOOD, base: '__proto__' }],
  ])('%s', async (_what, body) => {
    await expect(fetchRates(ADDRESS, answering(body))).rejects.toThrow(/Invalid|Too |More than|A rate|no rate/);
  });

  test('a rates answer that is no JSON, an error or infinite is refused', async () => {
    await expect(
      fetchRates(
        ADDRESS,
        internet(() => new Response('<html>')),
      ),
    ).rejects.toThrow('JSON');
    await expect(
      fetchRates(
        ADDRESS,
        internet(() => new Response('', { status: 503 })),
      ),
    ).rejects.toThrow('503');
    const cancel = vi.fn();
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(50_000)),
      cancel,
    });
    await expect(
      fetchRates(
        ADDRESS,
        internet(() => new Response(endless)),
      ),
    ).rejects.toThrow('too long');
    expect(cancel).toHaveBeenCalled();
  });

  test('a rates answer that does not come is refused', async () => {
    const never: Parameters<typeof fetchRates>[1] = {
      fetch: (_url, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      addressesOf: async () => ['93.184.215.14'],
      timeoutMs: 20,
    };
    await expect(fetchRates(ADDRESS, never)).rejects.toThrow('timeout');
  });
});
