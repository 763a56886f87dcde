import { describe, expect, test } from 'vitest';
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
  test('are taken by one at a time, in the order in which one client asks', async () => {
    let inside = 0;
    const order = await served(['a', 'a', 'a'], async () => {
      inside += 1;
      expect(inside).toBe(1);
      await settled();
      inside -= 1;
    });
    expect(order).toBe('aaa');
  });

  test('go to others first while one asks for many', async () => {
    expect(await served(['a', 'a', 'a', 'a', 'b', 'c'], () => busy(2))).toMatch(/^a(bc|cb)aaa$/);
  });

  test('count by time: who takes short ones has several for a long one of another', async () => {
    expect(await served(['a', 'a', 'b', 'b', 'b'], (client) => busy(client === 'a' ? 40 : 1))).toBe('abbba');
  });

  test('end the patience of who waits for too long, and the next one is served as if nobody had waited', async () => {
    const queue = new FairQueue();
    const leave = await queue.enter('a');
    await expect(queue.enter('b', 5, () => new Error('too long'))).rejects.toThrow('too long');
    const next = queue.enter('c', 60_000);
    leave();
    (await next)();
    (await queue.enter('b'))();
  });
});
