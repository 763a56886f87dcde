import { sign } from 'hono/jwt';
import { beforeEach, expect, test, vi } from 'vitest';
import { readClient } from './client-address.ts';

const env = vi.hoisted((): { trustedHops: number; proxySecret: string | null } => ({
  trustedHops: 2,
  proxySecret: null,
}));
vi.mock('../env.ts', () => ({ env }));
beforeEach(() => {
  env.trustedHops = 2;
  env.proxySecret = 'of the host';
});

const CLAIMED = '192.0.2.1, 203.0.113.9, 198.51.100.7';
const clientOf = (headers: Record<string, string>, forwarded = CLAIMED) =>
  readClient(new Headers({ 'X-Forwarded-For': forwarded, ...headers }));
const addressOf = async (...call: Parameters<typeof clientOf>) => (await clientOf(...call)).address;
const inAnHour = Math.floor(Date.now() / 1000) + 3600;

test('a caller past the host has the address that the platform saw, whatever they claim', async () => {
  const foreign = await sign({ iss: 'netlify', exp: inAnHour }, 'another', 'HS256');
  const ended = await sign({ iss: 'netlify', exp: inAnHour - 7200 }, 'of the host', 'HS256');
  const unsigned = `${btoa('{"alg":"none","typ":"JWT"}')}.${btoa('{"iss":"netlify"}')}.`;
  const claims: Record<string, string>[] = [
    {},
    { 'X-Proxy-Secret': '' },
    { 'X-Proxy-Secret': 'guessed' },
    ...[foreign, ended, unsigned, 'x'].map((token) => ({ 'X-Nf-Sign': token })),
  ];
  for (const headers of claims)
    expect(await clientOf(headers), JSON.stringify(headers)).toEqual({ address: '198.51.100.7', isFromHost: false });
});

test('a caller by the host has the address that the host saw', async () => {
  const signed = await sign({ iss: 'netlify', exp: inAnHour }, 'of the host', 'HS256');
  const client = { address: '203.0.113.9', isFromHost: true };
  expect(await clientOf({ 'X-Proxy-Secret': 'of the host' })).toEqual(client);
  expect(await clientOf({ 'X-Nf-Sign': signed })).toEqual(client);
});

test('the proxy secret header is not believed when no secret is configured, even if it is empty', async () => {
  env.proxySecret = null;
  for (const secret of ['', 'null', 'of the host'])
    expect(await addressOf({ 'X-Proxy-Secret': secret })).toBe('198.51.100.7');
});

test('one proxy needs no proof, and a call without any has no address', async () => {
  env.trustedHops = 1;
  expect(await addressOf({ 'X-Proxy-Secret': 'of the host' })).toBe('198.51.100.7');
  expect(await addressOf({}, '')).toBe('unknown');
});
