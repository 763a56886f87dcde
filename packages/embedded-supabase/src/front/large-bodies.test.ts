import { once } from 'node:events';
import { createServer, request, type ClientRequest } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveAs } from '../database/asking-client.ts';
import type { Front } from './front.ts';
import { fewLargeBodies } from './large-bodies.ts';

const SIZE = 100 * 1024;
const SLOW_MS = 200;
let server: ReturnType<typeof createServer>;
let address: string;
/** Requests that have had a place. */
let inside = 0;

beforeEach(async () => {
  inside = 0;
  const app: Front = new Hono();
  app.use((c, next) => serveAs(c.req.header('x-client') ?? '', next));
  app.use(fewLargeBodies(SLOW_MS));
  app.onError((_error, c) => c.text('', 400));
  app.use((_c, next) => {
    inside += 1;
    return next();
  });
  app.post('/', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)));
  server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? String(bound.port) : ''}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Begins a body; it is ended when its connection is closed before an answer. */
function begin(client: string) {
  const sent: ClientRequest = request(address, {
    method: 'POST',
    agent: false,
    headers: { 'x-client': client, 'content-length': String(SIZE) },
  });
  const body = { sent, isEnded: false };
  sent.on('error', () => (body.isEnded = true));
  sent.write('x');
  return body;
}
const whole = async (client: string) => {
  const answer = await fetch(address, { method: 'POST', headers: { 'x-client': client }, body: 'x'.repeat(SIZE) });
  return answer.text();
};

test('senders who stop within their bodies keep nobody from sending a whole one', async () => {
  const stalled = ['a', 'b', 'c', 'd'].flatMap((client) => [begin(client), begin(client)]);
  await vi.waitFor(() => expect(inside).toBe(8));
  // One of them is slow, and not stopped.
  const moving = setInterval(() => stalled[0]?.sent.write('x'.repeat(100)), 10);
  expect(await whole('e')).toBe(String(SIZE));
  clearInterval(moving);
  await vi.waitFor(() => expect(stalled.filter(({ isEnded }) => isEnded)).toHaveLength(1));
  expect(stalled[0]?.isEnded).toBe(false);
});

test('a client whose own bodies have stopped sends the next one; those that move are left alone', async () => {
  const [moving, stopped] = [begin('a'), begin('a')];
  await vi.waitFor(() => expect(inside).toBe(2));
  const sending = setInterval(() => moving.sent.write('x'), 10);
  expect(await whole('a')).toBe(String(SIZE));
  clearInterval(sending);
  await vi.waitFor(() => expect(stopped.isEnded).toBe(true));
  expect(moving.isEnded).toBe(false);
});
