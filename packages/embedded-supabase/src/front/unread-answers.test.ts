import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen, type Listener } from './listeners.ts';
import { endUnread } from './unread-answers.ts';

/** More than the buffers of both ends of a connection take. */
const LARGE = Buffer.alloc(24 * 1024 * 1024, 'x');

let listener: Listener;
const sockets: Socket[] = [];

/** A server of large answers, and of one that comes late, which closes what is not read. */
async function open(limits: { patienceMs: number; bytes: number; lookMs: number }) {
  listener = await listen(0, '127.0.0.1', 'a test', 'PORT', () => false);
  endUnread(listener, ({ headers }) => String(headers['x-client']), limits);
  listener.serve((request, response) => {
    if (request.url === '/late') setTimeout(() => response.end('late'), 300);
    else response.end(LARGE);
  });
}

function ask(path: string, client = 'one'): Socket {
  const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined);
  socket.pause();
  sockets.push(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Client: ${client}\r\n\r\n`);
  return socket;
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close();
});

const PATIENT = { patienceMs: 60_000, bytes: 2 ** 40, lookMs: 1_000 };

test('a client that reads nothing of its answer is closed; one whose answer is late is not', async () => {
  await open({ ...PATIENT, patienceMs: 100 });
  ask('/');
  const late = ask('/late');
  const begun = once(listener.server, 'request').then(([, response]) => once(response, 'close'));
  late.resume();
  expect(String(await once(late, 'data'))).toContain('late');
  await begun;
  expect(listener.running.size).toBe(0);
});

test('a connection that has waited for its client long enough is closed, as without this limit', async () => {
  await open({ ...PATIENT, patienceMs: 100 });
  const idle = connect(listener.port, '127.0.0.1');
  sockets.push(idle);
  await once(idle.resume(), 'close');
});

test('of a client with too much unread the largest answers go, and others keep theirs', async () => {
  await open({ ...PATIENT, bytes: 60 * 1024 * 1024, lookMs: 20 });
  const ended: string[] = [];
  listener.server.on('request', (request, response) => {
    response.once('close', () => ended.push(String(request.headers['x-client'])));
  });
  for (let turn = 0; turn < 4; turn += 1) ask('/');
  const other = ask('/', 'other');
  await expect.poll(() => ended).toEqual(['one', 'one']);
  let read = 0;
  other.on('data', (part) => (read += part.length)).resume();
  await expect.poll(() => read, { timeout: 10_000 }).toBeGreaterThan(LARGE.length);
});
