import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ArrivingBodies } from './arriving-bodies.ts';

const SLOW_MS = 100;
const refused = () => new Error('ended');
const tooLong = () => new Error('waited for too long');

// Which body is old enough to be ended is a matter of milliseconds: the clock moves by hand.
beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] }),
);
afterEach(() => void vi.useRealTimers());

/** A body that has a place, whose sender writes as the test says. */
async function begin(bodies: ArrivingBodies, client: string, patience = 10 * SLOW_MS) {
  const leave = await bodies.enter(client, patience, tooLong);
  let write = (_size: number) => {};
  let close = () => {};
  const sent = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (size) => controller.enqueue(new Uint8Array(size));
      close = () => controller.close();
    },
  });
  const { body, end } = bodies.watch(sent, client, refused);
  const read = new Response(body)
    .arrayBuffer()
    .then(({ byteLength }) => byteLength)
    .catch((error: unknown) => String(error))
    .finally(() => {
      end();
      leave();
    });
  return { write, close, read };
}

async function waitsInVain(place: Promise<unknown>) {
  await Promise.all([expect(place).rejects.toThrow('waited for too long'), vi.advanceTimersByTimeAsync(4 * SLOW_MS)]);
}

test('for a body that waits, the slowest one that arrives is ended', async () => {
  const bodies = new ArrivingBodies({ all: 2, perClient: 2 }, SLOW_MS);
  const moving = await begin(bodies, 'a');
  const stopped = await begin(bodies, 'a');
  moving.write(10);
  await vi.advanceTimersByTimeAsync(SLOW_MS);
  const waiting = begin(bodies, 'b');
  await vi.advanceTimersByTimeAsync(SLOW_MS);
  const third = await waiting;
  expect(await stopped.read).toBe('Error: ended');
  for (const { write, close } of [moving, third]) {
    write(5);
    close();
  }
  expect([await moving.read, await third.read]).toEqual([15, 5]);
});

test('a client whose places are all taken ends none that moves, nor does one while a place is free', async () => {
  const full = new ArrivingBodies({ all: 2, perClient: 1 }, SLOW_MS);
  const kept = [await begin(full, 'a'), await begin(full, 'b')];
  const moving = setInterval(() => kept[0]?.write(1), SLOW_MS / 2);
  await waitsInVain(begin(full, 'a', 4 * SLOW_MS));
  clearInterval(moving);
  const roomy = new ArrivingBodies({ all: 3, perClient: 2 }, SLOW_MS);
  kept.push(await begin(roomy, 'a'));
  await vi.advanceTimersByTimeAsync(2 * SLOW_MS);
  kept.push(await begin(roomy, 'b'));
  for (const { close } of kept) close();
  expect(await Promise.all(kept.map(({ read }) => read))).toEqual([8, 0, 0, 0]);
});

test('a client whose places are all taken loses the body of which nothing comes any more', async () => {
  const bodies = new ArrivingBodies({ all: 3, perClient: 2 }, SLOW_MS);
  const [moving, stopped] = [await begin(bodies, 'a'), await begin(bodies, 'a')];
  stopped.write(100);
  const sending = setInterval(() => moving.write(1), SLOW_MS / 2);
  const waiting = begin(bodies, 'a');
  await vi.advanceTimersByTimeAsync(2 * SLOW_MS);
  clearInterval(sending);
  const third = await waiting;
  expect(await stopped.read).toBe('Error: ended');
  for (const { close } of [moving, third]) close();
  expect([await moving.read, await third.read]).toEqual([4, 0]);
});

test('a body that has arrived is not ended while its request goes on', async () => {
  const bodies = new ArrivingBodies({ all: 1, perClient: 1 }, SLOW_MS);
  const leave = await bodies.enter('a', SLOW_MS, tooLong);
  const { body, end } = bodies.watch(new Response('whole').body, 'a', refused);
  expect(await new Response(body).text()).toBe('whole');
  await waitsInVain(bodies.enter('b', 4 * SLOW_MS, tooLong));
  end();
  leave();
  await bodies.enter('b', SLOW_MS, tooLong);
});
