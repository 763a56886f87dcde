/** What clients of Realtime can cost a server: connections, frames, and messages that they do not read. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { isDeepStrictEqual, promisify } from 'node:util';
import { sign } from 'hono/jwt';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { serveRealtime } from './realtime.ts';

const SECRET = 'secret-of-this-test';
const KEY = 'publishable';
const TOPIC = 'realtime:user:1';

let server: Server;
let realtime: ReturnType<typeof serveRealtime>;
let port: number;
const sockets: WebSocket[] = [];
const streams: Socket[] = [];

async function serve(
  limits: Parameters<typeof serveRealtime>[0]['limits'],
  mayRead = () => Promise.resolve(true),
  proxies = 0,
) {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  realtime = serveRealtime({
    server,
    proxies,
    jwtSecret: SECRET,
    publishableKey: KEY,
    mayRead,
    log: () => undefined,
    ...(limits && { limits }),
  });
}

afterEach(async () => {
  realtime.close();
  for (const socket of sockets.splice(0)) socket.terminate();
  for (const stream of streams.splice(0)) stream.destroy();
  server.close();
  await once(server, 'close');
});

const urlOf = (query: string) => `ws://127.0.0.1:${String(port)}/realtime/v1/websocket?${query}`;

/** Opens a connection. @returns it, or the status that refuses it */
async function open(
  url = urlOf(`apikey=${KEY}&vsn=2.0.0`),
  headers: Record<string, string> = {},
): Promise<WebSocket | number> {
  const socket = new WebSocket(url, { headers });
  sockets.push(socket);
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
  });
}

async function opened(headers?: Record<string, string>): Promise<WebSocket> {
  const socket = await open(undefined, headers);
  if (typeof socket === 'number') throw new Error(`Refused with ${String(socket)}`);
  return socket;
}

/** Opens a connection that answers no frame and never ends, also when the other side has. */
async function openMute(): Promise<Socket> {
  const stream = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  streams.push(stream);
  stream.on('error', () => undefined);
  stream.write(
    `GET /realtime/v1/websocket?apikey=${KEY}&vsn=2.0.0 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
  );
  const [head] = await once(stream, 'data');
  expect(String(head)).toMatch(/^HTTP\/1\.1 101 /);
  return stream;
}

/** A short frame as a client sends it, with a mask of zeros. */
const frameOf = (kind: number, text = '') =>
  Buffer.from([0x80 | kind, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)]);

const openConnections = () => promisify(server.getConnections.bind(server))();

const tokenOf = (sub: string, seconds = 60) =>
  sign({ role: 'authenticated', sub, exp: Math.floor(Date.now() / 1000) + seconds }, SECRET, 'HS256');

/** Sends a frame. @returns the answer to it */
async function ask(socket: WebSocket, topic: string, event: string, payload: unknown): Promise<unknown> {
  const answer = once(socket, 'message');
  socket.send(JSON.stringify(['1', '1', topic, event, payload]));
  return JSON.parse(String((await answer)[0]))[4];
}

const join = async (socket: WebSocket, sub: string, topic = TOPIC) =>
  ask(socket, topic, 'phx_join', { access_token: await tokenOf(sub), config: { private: true } });

const JOINED = { status: 'ok', response: { postgres_changes: [] } };
const sent = (event: string) => JSON.stringify({ topic: 'user:1', event, payload: {} });

test('a connection needs the key of the project, its path and this version of the protocol', async () => {
  await serve({});
  expect(await open(urlOf('apikey=other&vsn=2.0.0'))).toBe(401);
  expect(await open(urlOf('vsn=2.0.0'))).toBe(401);
  expect(await open(urlOf(`apikey=${KEY}&vsn=1.0.0`))).toBe(400);
  expect(await open(`ws://127.0.0.1:${String(port)}/rest/v1/posts`)).toBe(404);
  expect(await open(`ws://127.0.0.1:${String(port)}//`)).toBe(400);
  expect(await ask(await opened(), 'phoenix', 'heartbeat', {})).toEqual({ status: 'ok', response: {} });
});

test('connections are limited in total and per address [A734]', async () => {
  await serve({ sockets: 3 });
  for (let i = 0; i < 3; i += 1) await opened();
  expect(await open()).toBe(503);
  realtime.close();
  server.close();
  await serve({ perAddress: 2 });
  for (let i = 0; i < 2; i += 1) await opened();
  expect(await open()).toBe(429);
});

test('of connections that have not joined, a newer one ends the oldest, and none that has joined', async () => {
  await serve({ strangers: 2 });
  const user = await opened();
  expect(await join(user, 'anna')).toEqual(JOINED);
  const [first, second] = [await opened(), await opened()];
  const ended = once(first, 'close');
  const third = await opened();
  expect((await ended)[0]).toBe(1013);
  expect([user, second, third].map(({ readyState }) => readyState)).toEqual([1, 1, 1]);
});

test('an address that opens many connections ends its own ones, not an older one of somebody else', async () => {
  await serve({ strangers: 4 }, undefined, 1);
  const user = await opened({ 'x-forwarded-for': '192.0.2.1' });
  for (let i = 0; i < 12; i += 1) await opened({ 'x-forwarded-for': '192.0.2.2' });
  expect(await join(user, 'anna')).toEqual(JOINED);
});

test('an address opens so many connections at once and then so many a second, also if it closes them', async () => {
  await serve({ opensAtOnce: 3, opensASecond: 0.01 }, undefined, 1);
  for (let i = 0; i < 3; i += 1) (await opened({ 'x-forwarded-for': '192.0.2.2' })).terminate();
  expect(await open(undefined, { 'x-forwarded-for': '192.0.2.2' })).toBe(429);
  expect(await open(undefined, { 'x-forwarded-for': '192.0.2.1' })).toBeInstanceOf(WebSocket);
});

test('connections that answer no close hold no place, however many open', async () => {
  await serve({ sockets: 4, strangers: 2, closeMs: 200 });
  for (let i = 0; i < 20; i += 1) await openMute();
  const user = await opened();
  expect(await join(user, 'anna')).toEqual(JOINED);
  // The last of the mute ones has not been ended.
  await expect.poll(openConnections).toBe(2);
  expect(user.readyState).toBe(WebSocket.OPEN);
});

test.each([
  ['a broken frame', [frameOf(1, '{')]],
  ['too many frames', Array.from({ length: 3 }, () => frameOf(2))],
  ['its own close', [frameOf(8)]],
])('a connection that is closed for %s and stays gives its place to another at once', async (_reason, frames) => {
  await serve({ sockets: 1, perAddress: 1, frames: 2, closeMs: 60_000 });
  const mute = await openMute();
  const closed = once(mute, 'data');
  for (const frame of frames) mute.write(frame);
  expect((await closed)[0][0]).toBe(0x88);
  expect(await join(await opened(), 'anna')).toEqual(JOINED);
  await expect.poll(openConnections).toBe(1);
});

test('joined connections of a user and channels of a connection are limited', async () => {
  await serve({ perUser: 2, channels: 1 });
  const first = await opened();
  expect(await join(first, 'anna')).toEqual(JOINED);
  expect(await join(first, 'anna', 'realtime:user:2')).toMatchObject({ status: 'error' });
  expect(await join(await opened(), 'anna')).toEqual(JOINED);
  expect(await join(await opened(), 'anna')).toMatchObject({ status: 'error' });
  expect(await join(await opened(), 'bob')).toEqual(JOINED);
});

test('joined connections of a user are limited when all of them join at once', async () => {
  let asking = 0;
  let decide: (mayRead: boolean) => void = () => undefined;
  const decision = new Promise<boolean>((resolve) => {
    decide = resolve;
  });
  await serve({ perUser: 2 }, () => {
    asking += 1;
    if (asking === 5) decide(true);
    return decision;
  });
  const all = await Promise.all(Array.from({ length: 5 }, () => opened()));
  const answers = await Promise.all(all.map((socket) => join(socket, 'anna')));
  expect(answers.filter((answer) => isDeepStrictEqual(answer, JOINED))).toHaveLength(2);
});

test('frames that are broken, too large or too many end their connection and no other [A734]', async () => {
  await serve({ frames: 5 });
  const other = await opened();
  expect(await join(other, 'anna')).toEqual(JOINED);
  for (const [frame, code] of [
    ['{', 1007],
    ['[1,2,3]', 1007],
    [JSON.stringify([null, null, 'x'.repeat(300), 'phx_join', {}]), 1007],
    ['x'.repeat(10 * 1024 * 1024), 1009],
  ] as const) {
    const socket = await opened();
    const closed = once(socket, 'close');
    socket.send(frame);
    // A frame that is refused by its size can be cut off before the answer is read.
    expect([code, 1006]).toContain((await closed)[0]);
  }
  const talker = await opened();
  const closed = once(talker, 'close');
  for (let i = 0; i < 6; i += 1) talker.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]));
  expect((await closed)[0]).toBe(1008);
  const heard = once(other, 'message');
  realtime.deliver(sent('after'));
  expect(JSON.parse(String((await heard)[0]))).toEqual([
    null,
    null,
    TOPIC,
    'broadcast',
    { type: 'broadcast', event: 'after', payload: {} },
  ]);
});

test.each([
  ['when it answers no ping', { pingMs: 100 }, 0],
  ['when what it has not read is too much', {}, 500],
] as const)('a connection that never reads is dropped %s [A734]', async (_reason, limits, messages) => {
  await serve(limits);
  const [reader, mute] = [await opened(), await opened()];
  expect(await join(reader, 'anna', 'realtime:user:2')).toEqual(JOINED);
  expect(await join(mute, 'bob')).toEqual(JOINED);
  mute.pause();
  const payload = { text: 'x'.repeat(60_000) };
  for (let i = 0; i < messages; i += 1) realtime.deliver(JSON.stringify({ topic: 'user:1', event: 'large', payload }));
  await expect.poll(openConnections).toBe(1);
  expect(reader.readyState).toBe(WebSocket.OPEN);
});

test('a connection that joins no channel is dropped', async () => {
  // Long enough to join on a busy machine.
  await serve({ pingMs: 1_000 });
  const [idle, joined] = [await opened(), await opened()];
  const closed = once(idle, 'close');
  expect(await join(joined, 'anna')).toEqual(JOINED);
  await closed;
  expect(joined.readyState).toBe(WebSocket.OPEN);
});

test('a channel ends with its token, and a renewed one goes on', async () => {
  await serve({ pingMs: 250 });
  const socket = await opened();
  const access_token = await tokenOf('anna', 1);
  expect(await ask(socket, TOPIC, 'phx_join', { access_token, config: { private: true } })).toEqual(JOINED);
  const renewed = await opened();
  expect(await ask(renewed, TOPIC, 'phx_join', { access_token, config: { private: true } })).toEqual(JOINED);
  renewed.send(JSON.stringify(['1', '2', TOPIC, 'access_token', { access_token: await tokenOf('anna') }]));
  const [frame] = await once(socket, 'message');
  expect(JSON.parse(String(frame))[3]).toBe('phx_close');
  const heard = once(renewed, 'message');
  realtime.deliver(sent('after'));
  expect(JSON.parse(String((await heard)[0]))[4]).toMatchObject({ event: 'after' });
});

test('renewals of a user are limited like joins, because each asks the database', async () => {
  const mayRead = vi.fn(() => Promise.resolve(true));
  await serve({ frames: 200 }, mayRead);
  const socket = await opened();
  expect(await join(socket, 'anna')).toEqual(JOINED);
  const access_token = await tokenOf('anna');
  const ended = once(socket, 'message');
  for (let i = 0; i < 150; i += 1) socket.send(JSON.stringify(['1', '2', TOPIC, 'access_token', { access_token }]));
  expect(JSON.parse(String((await ended)[0]))[3]).toBe('phx_close');
  expect(mayRead.mock.calls.length).toBeLessThan(100);
});

test('what others notify on the channel of a shared database is ignored', async () => {
  await serve({});
  const socket = await opened();
  expect(await join(socket, 'anna')).toEqual(JOINED);
  const heard = once(socket, 'message');
  for (const text of ['', 'hello', '{}', '{"topic": 1}', sent('after')]) realtime.deliver(text);
  expect(JSON.parse(String((await heard)[0]))[4]).toMatchObject({ event: 'after' });
});

test('sessions are checked once for all messages that wait, before each delivery', async () => {
  const mayRead = vi.fn(() => Promise.resolve(true));
  await serve({}, mayRead);
  const tabs = [await opened(), await opened(), await opened()];
  for (const tab of tabs) expect(await join(tab, 'anna')).toEqual(JOINED);
  mayRead.mockClear();
  const heard = tabs.map(async (tab) => {
    const events: string[] = [];
    for await (const [data] of on(tab)) {
      events.push(JSON.parse(String(data))[4].event);
      if (events.length === 20) return events;
    }
    return events;
  });
  const events = Array.from({ length: 20 }, (_, i) => `event ${String(i)}`);
  for (const event of events) realtime.deliver(sent(event));
  for (const each of heard) expect(await each).toEqual(events);
  expect(mayRead.mock.calls.length).toBeLessThanOrEqual(2);
});

test('a thousand connections each hear their own user [A734]', async () => {
  await serve({ perAddress: 1_000, opensAtOnce: 2_000 });
  const all: WebSocket[] = [];
  for (let i = 0; i < 1_000; i += 1) {
    const socket = await opened();
    expect(await join(socket, `user ${String(i)}`, `realtime:user:${String(i)}`)).toEqual(JOINED);
    all.push(socket);
  }
  expect(await open()).toBe(429);
  const heard = all.map((socket) => once(socket, 'message'));
  for (let i = 0; i < 1_000; i += 1)
    realtime.deliver(JSON.stringify({ topic: `user:${String(i)}`, event: `for ${String(i)}`, payload: {} }));
  for (const [i, each] of heard.entries())
    expect(JSON.parse(String((await each)[0]))[4].event).toBe(`for ${String(i)}`);
});

async function* on(socket: WebSocket): AsyncGenerator<[unknown]> {
  const waiting: unknown[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (data) => {
    waiting.push(data);
    wake();
  });
  for (;;) {
    while (waiting.length > 0) yield [waiting.shift()];
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}
