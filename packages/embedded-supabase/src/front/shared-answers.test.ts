import { Hono } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import { shareAnswers } from './shared-answers.ts';

const PUBLIC = { 'Cache-Control': 'public, max-age=15, stale-while-revalidate=60', Vary: 'Authorization' };

/** A database that counts what reaches it, behind the cache; `clock` is in milliseconds. */
function front(headersOf: (authorization: string | undefined) => Record<string, string> = () => PUBLIC) {
  const clock = { now: 1_000 };
  let asked = 0;
  const reached = vi.fn();
  const app = new Hono();
  app.use(shareAnswers(() => clock.now).share);
  app.all('/list', async (c) => {
    reached(c.req.method);
    const { hold } = c.req.query();
    if (hold) await held;
    asked += 1;
    return c.json({ asked }, c.req.query('status') === '500' ? 500 : 200, headersOf(c.req.header('authorization')));
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const read = async (query = '', headers: Record<string, string> = {}) => {
    const answer = await app.request(`/list${query}`, { headers });
    return { asked: (await answer.json()).asked as unknown, age: answer.headers.get('age') };
  };
  return { app, clock, reached, read, release: () => release() };
}

describe('shared answers', () => {
  test('[A756] a second guest gets the same answer without the database, until it is 15 seconds old', async () => {
    const { read, clock } = front();
    expect(await read()).toEqual({ asked: 1, age: null });
    clock.now += 14_000;
    expect(await read()).toEqual({ asked: 1, age: '14' });
    clock.now += 1_001;
    expect(await read()).toEqual({ asked: 2, age: null });
  });

  test('[A756] an answer that the database does not call public is never kept', async () => {
    for (const told of ['', 'private, max-age=60', 'public, no-cache', 'max-age=15']) {
      const { read } = front(() => ({ 'Cache-Control': told }));
      expect([(await read()).asked, (await read()).asked]).toEqual([1, 2]);
    }
    const { read } = front();
    expect([(await read('?status=500')).asked, (await read('?status=500')).asked]).toEqual([1, 2]);
  });

  test('[A756] a signed-in person neither gets the answer of a guest nor leaves one', async () => {
    const { read } = front((authorization) => (authorization === 'Bearer user' ? {} : PUBLIC));
    expect((await read()).asked).toBe(1);
    expect((await read('', { authorization: 'Bearer user' })).asked).toBe(2);
    expect((await read('', { authorization: 'Bearer user' })).asked).toBe(3);
    expect((await read()).asked).toBe(1);
  });

  test('answers are told apart by address and by what the request asks for', async () => {
    const { read } = front();
    const answers = [
      await read(),
      await read('?page=2'),
      await read('', { accept: 'text/csv' }),
      await read('', { prefer: 'count=exact' }),
      await read('', { range: '0-9' }),
    ];
    expect(answers.map(({ asked }) => asked)).toEqual([1, 2, 3, 4, 5]);
  });

  test('a write ends what is kept', async () => {
    const { app, read } = front();
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
      const { asked } = await read();
      expect((await read()).asked).toBe(asked);
      await app.request('/list', { method });
      expect((await read()).asked).not.toBe(asked);
    }
  });

  test('an answer is not kept that was read while a write ran, or while one began and ended', async () => {
    const { app, read, release } = front();
    const writing = app.request('/list?hold=1', { method: 'POST' });
    expect([(await read()).asked, (await read()).asked]).toEqual([1, 2]);
    const reading = read('?hold=1');
    await app.request('/list', { method: 'POST' });
    release();
    await Promise.all([writing, reading]);
    expect(await read('?hold=1')).toMatchObject({ age: null });
  });

  test('HEAD is answered without a body, and OPTIONS is no write', async () => {
    const { app, reached } = front();
    const heads = [];
    for (const method of ['HEAD', 'OPTIONS', 'HEAD']) heads.push(await app.request('/list', { method }));
    expect(await Promise.all(heads.map((head) => head.text()))).toEqual(['', '{"asked":2}', '']);
    expect(reached).toHaveBeenCalledTimes(2);
  });
});
