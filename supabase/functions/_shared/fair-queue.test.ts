import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Lets whoever waits for a promise that is settled go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for a turn of each client, one after the other, and notes who is served in which order; each turn takes what `work` takes. */
async function served(clients: string[], work: (client: string) => Promise<unknown> = settled): Promise<string> {
  const queue = new FairQueue();
  const order: string[] = [];
  await Promise.all(
    clients.map(async (client) => {
      const leave = await queue.enter(client);
      order.push(client);
      await work(client);
      leave();
    }),
  );
  return order.join('');
}

const busy = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
  return settled();
};

describe('turns on one thing', () => {
  test('turns are taken one at a time, in the order in which one client asks', async () => {
    let inside = 0;
    const order = await served(['a', 'a', 'a'], async () => {
      inside += 1;
      expect(inside).toBe(1);
      await settled();
      inside -= 1;
    });
    expect(order).toBe('aaa');
  });

  test('turns go to other clients first while one asks for many', async () => {
    expect(await served(['a', 'a', 'a', 'a', 'b', 'c'], () => busy(2))).toMatch(/^a(bc|cb)aaa$/);
  });

  test('turns count by time: a client with short ones has several for a long one of another client', async () => {
    expect(await served(['a', 'a', 'b', 'b', 'b'], (client) => busy(client === 'a' ? 40 : 1))).toBe('abbba');
  });

  test('turns that are waited for too long time out, and the next client is served without delay', async () => {
    const queue = new FairQueue();
    const leave = await queue.enter('a');
    await expect(queue.enter('b', 5, () => new Error('too long'))).rejects.toThrow('too long');
    const next = queue.enter('c', 60_000);
    leave();
    (await next)();
    (await queue.enter('b'))();
  });

  test('turns bring no credit for an absence: a returning client shares with the others at once', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    const queue = new FairQueue();
    const order: string[] = [];
    const work = async (client: string) => {
      const leave = await queue.enter(client);
      order.push(client);
      await settled();
      now += 10;
      leave();
    };
    // b was here once, and a has had much since.
    await work('b');
    for (let n = 0; n < 20; n += 1) await work('a');
    order.length = 0;
    await Promise.all(['a', 'b', 'b', 'b', 'a', 'a'].map(work));
    clock.mockRestore();
    expect(order.join('')).toMatch(/^a(ba|b){2}/);
    expect(order.join('')).not.toContain('bbb');
  });

  test('several at a time: one client never has more than its places, and those left over wait for others', async () => {
    const queue = new FairQueue({ all: 3, perClient: 2 });
    const first = [await queue.enter('a'), await queue.enter('a')];
    await expect(queue.enter('a', 5, () => new Error('too long'))).rejects.toThrow('too long');
    const third = queue.enter('a', 60_000);
    const other = await queue.enter('b', 5);
    const late = queue.enter('c', 60_000);
    first[0]?.();
    // Both wait, one place is free: c has had nothing yet.
    (await late)();
    const leaveThird = await third;
    for (const leave of [first[1], other, leaveThird]) leave?.();
    expect(await Promise.all([queue.enter('d', 5), queue.enter('d', 5)])).toHaveLength(2);
  });

  test.each([
    ['a thousand clients are remembered', 1, 1_000],
    ['nobody is remembered where everybody has a place', Infinity, 0],
  ])('turns of five thousand clients leave no trace without end: %s', async (_what, all, remembered) => {
    const queue = new FairQueue({ all, perClient: 1 });
    for (let n = 0; n < 5_000; n += 1) {
      const leave = await queue.enter(`client ${n}`);
      await settled();
      leave();
    }
    expect(queue.remembered).toBe(remembered);
  });

  test('turns of a client that is sent away are refused, while other clients go on waiting', async () => {
    const queue = new FairQueue();
    const leave = await queue.enter('a');
    const [away, other] = [Promise.allSettled([queue.enter('a'), queue.enter('a')]), queue.enter('b')];
    queue.sendAway('a', new Error('away'));
    expect((await away).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    leave();
    (await other)();
    (await queue.enter('a'))();
  });
});

test('the queue of the functions is that of the embedded Supabase', () => {
  // Hosted functions can import nothing outside of their folder, and the package nothing of the product.
  const text = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  expect(text('./fair-queue.ts')).toBe(text('../../../packages/embedded-supabase/src/fair-queue.ts'));
});
