import { expect, test } from 'vitest';
import { ArrivingBodies } from './arriving-bodies.ts';

const SLOW_MS = 100;
const refused = () => new Error('ended');
const tooLong = () => new Error('waited for too long');

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

test('for a body that waits, the slowest one that arrives is ended', async () => {
  const bodies = new ArrivingBodies({ all: 2, perClient: 2 }, SLOW_MS);
  const moving = await begin(bodies, 'a');
  const stopped = await begin(bodies, 'a');
  moving.write(10);
  const third = await begin(bodies, 'b');
  expect(await stopped.read).toBe('Error: ended');
  for (const { write, close } of [moving, third]) {
    write(5);
    close();
  }
  expect([await moving.read, await third.read]).toEqual([15, 5]);
});

test('a client that has all places of its own ends no body of others, nor does one while a place is free', async () => {
  const full = new ArrivingBodies({ all: 2, perClient: 1 }, SLOW_MS);
  const kept = [await begin(full, 'a'), await begin(full, 'b')];
  await expect(begin(full, 'a', 4 * SLOW_MS)).rejects.toThrow('waited for too long');
  const roomy = new ArrivingBodies({ all: 3, perClient: 2 }, SLOW_MS);
  for (const client of ['a', 'a']) kept.push(await begin(roomy, client));
  await expect(begin(roomy, 'a', 4 * SLOW_MS)).rejects.toThrow('waited for too long');
  for (const { close } of kept) close();
  expect(await Promise.all(kept.map(({ read }) => read))).toEqual([0, 0, 0, 0]);
});

test('a body that has arrived is not ended while its request goes on', async () => {
  const bodies = new ArrivingBodies({ all: 1, perClient: 1 }, SLOW_MS);
  const leave = await bodies.enter('a', SLOW_MS, tooLong);
  const { body, end } = bodies.watch(new Response('whole').body, 'a', refused);
  expect(await new Response(body).text()).toBe('whole');
  await expect(bodies.enter('b', 4 * SLOW_MS, tooLong)).rejects.toThrow('waited for too long');
  end();
  leave();
  await bodies.enter('b', SLOW_MS, tooLong);
});
