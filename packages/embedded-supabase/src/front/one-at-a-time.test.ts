/** Pipelined requests: one of a connection is served at a time. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listen, type Listener } from './listeners.ts';

let listener: Listener;
const sockets: Socket[] = [];
/** Requests that were begun, and their answers. */
let begun: { url: string; response: ServerResponse }[];

beforeEach(async () => {
  begun = [];
  listener = await listen(0, '127.0.0.1', 'a test', 'PORT', () => false);
  listener.serve((request, response) => {
    const { url = '' } = request;
    if (url === '/settled') response.end();
    else begun.push({ url, response });
  });
});

function open(): Socket {
  const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close();
});

const get = (url: string, headers = '') => `GET ${url} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const gets = (count: number) => Array.from({ length: count }, (_, n) => get(`/${String(n)}`)).join('');
const urls = () => begun.map(({ url }) => url);
/** The server has begun by then whatever it could. */
const settled = () => fetch(`http://127.0.0.1:${String(listener.port)}/settled`);

test('pipelined requests are served one after the other, and answered in order', async () => {
  const socket = open();
  socket.write(
    `${get('/1')}POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody${get('/3', 'Connection: close\r\n')}`,
  );
  const answers = text(socket);
  for (const so of [['/1'], ['/1', '/2'], ['/1', '/2', '/3']]) {
    await settled();
    expect(urls()).toEqual(so);
    begun.at(-1)?.response.end(`answer to ${String(so.at(-1))}\n`);
  }
  expect((await answers).match(/answer to .*/g)).toEqual(['answer to /1', 'answer to /2', 'answer to /3']);
});

test('a request whose connection has closed before its turn is never begun, and no stop waits for it', async () => {
  const socket = open();
  socket.write(gets(5));
  await vi.waitFor(() => expect(urls()).toEqual(['/0']));
  const gone = once(begun[0]?.response ?? socket, 'close');
  socket.destroy();
  await gone;
  await settled();
  expect(urls()).toEqual(['/0']);
  const began = performance.now();
  await listener.drain();
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a connection on which too many requests wait is closed, and others are served', async () => {
  const patient = open();
  patient.write(gets(9));
  for (const flood of [gets(300), get('/0') + get('/1', 'Expect: much\r\n').repeat(300)]) {
    const flooding = open();
    flooding.write(flood);
    await once(flooding, 'close');
  }
  await settled();
  expect(urls()).toEqual(['/0', '/0', '/0']);
  expect(patient.destroyed).toBe(false);
});
