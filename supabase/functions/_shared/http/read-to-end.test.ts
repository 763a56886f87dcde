import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readToEnd } from './read-to-end.ts';

const CHUNK = new Uint8Array(1024);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A request whose body comes in pieces, and how many have been taken. */
function upload(pieces: number) {
  const taken = { count: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (taken.count === pieces) return controller.close();
        taken.count += 1;
        controller.enqueue(CHUNK);
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request('http://localhost/', {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'X-Kept': 'yes' },
  });
  return { request, taken };
}

const refuse = () => new Response('no', { status: 413 });

test('an answer waits for a body that its handler did not read', async () => {
  const { request, taken } = upload(100);
  const answer = await readToEnd(refuse)(request);
  expect([answer.status, await answer.text(), taken.count]).toEqual([413, 'no', 100]);
});

test('an answer waits for a body that its handler read in part, or left with an error', async () => {
  for (const end of [refuse, () => Promise.reject(new Error('broken'))]) {
    const { request, taken } = upload(100);
    const handler = async ({ body }: Request) => {
      await body?.getReader().read();
      return end();
    };
    await readToEnd(handler)(request).then(
      (answer) => expect(answer.status).toBe(413),
      (error: unknown) => expect(error).toEqual(new Error('broken')),
    );
    expect(taken.count).toBe(100);
  }
});

test('the handler sees the request as it was sent', async () => {
  const { request } = upload(3);
  const answer = await readToEnd(async (seen) =>
    Response.json([seen.method, seen.url, seen.headers.get('X-Kept'), (await seen.arrayBuffer()).byteLength]),
  )(request);
  expect(await answer.json()).toEqual(['POST', 'http://localhost/', 'yes', 3072]);
  const get = new Request('http://localhost/');
  await readToEnd((seen) => (expect(seen).toBe(get), new Response()))(get);
});

test('a request body is waited for at most 30 s', async () => {
  const body = new ReadableStream<Uint8Array>();
  const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' });
  const answered = vi.fn();
  const answer = readToEnd(refuse)(request).then(answered);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  await answer;
  expect(answered).toHaveBeenCalledOnce();
});

test('a disconnected client ends the wait for its body', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('reset')) });
  const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' });
  expect((await readToEnd(refuse)(request)).status).toBe(413);
});
