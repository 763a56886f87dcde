import { EventEmitter } from 'node:events';
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { CONNECTIONS_MAX, fewConnectionsOfOne } from './few-connections.ts';

/** A server that limits connections, and how a client connects to it from an address. */
function opened() {
  const server = createServer();
  // The connections here speak no HTTP.
  server.removeAllListeners('connection');
  fewConnectionsOfOne(server);
  return (remoteAddress: string) => {
    const socket = Object.assign(new Duplex({ read: () => undefined }), { remoteAddress });
    EventEmitter.prototype.emit.call(server, 'connection', socket);
    return socket;
  };
}

const fill = (connect: ReturnType<typeof opened>, address: (n: number) => string) =>
  Array.from({ length: CONNECTIONS_MAX }, (_, n) => connect(address(n)));

test('a network that holds as many connections as it may gets no more, and others do', () => {
  const connect = opened();
  expect(fill(connect, () => '192.0.2.1').some(({ destroyed }) => destroyed)).toBe(false);
  expect(connect('192.0.2.1').destroyed).toBe(true);
  expect(connect('192.0.2.2').destroyed).toBe(false);
});

test('a connection that has closed makes room for another', async () => {
  const connect = opened();
  const [first] = fill(connect, () => '192.0.2.1');
  first?.destroy();
  await new Promise((closed) => first?.once('close', closed));
  expect(connect('192.0.2.1').destroyed).toBe(false);
  expect(connect('192.0.2.1').destroyed).toBe(true);
});

test('the addresses of an IPv6 network count as one', () => {
  const connect = opened();
  fill(connect, (n) => `2001:db8::${n.toString(16)}`);
  expect(connect('2001:db8::ffff:1').destroyed).toBe(true);
  expect(connect('2001:db8:0:1::1').destroyed).toBe(false);
});
