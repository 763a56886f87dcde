import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { peerAddress } from './peer-address.ts';

function requestFrom(remoteAddress: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

test.each([
  ['without a proxy, that of the socket', '203.0.113.9', undefined, 0, '203.0.113.9'],
  ['whatever a client claims', '203.0.113.9', '198.51.100.1', 0, '203.0.113.9'],
  ['behind a proxy, what it wrote last', '10.0.0.1', '198.51.100.1, 203.0.113.9', 1, '203.0.113.9'],
  ['behind two, what the outer one wrote', '10.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
  ['the first known one, if a proxy is missing', '203.0.113.9', undefined, 2, '203.0.113.9'],
  ['IPv4, where the server listens on IPv6 as well', '::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
  ['IPv4 in IPv6, as a proxy writes it', '10.0.0.1', '::FFFF:203.0.113.9', 1, '203.0.113.9'],
  ['IPv6 as it is', '2001:db8::1', undefined, 0, '2001:db8::1'],
])('the address of a client is %s', (_which, remote, forwarded, proxies, address) => {
  expect(peerAddress(requestFrom(remote, forwarded), proxies)).toBe(address);
});
