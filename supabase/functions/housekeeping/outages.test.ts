/** An outage in the middle of a job says nothing of a file: after each call that can fail, its try is taken back. */
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Client } from '../_shared/clients.ts';
import { drawThumbnails } from './draw-thumbnails.ts';
import { inspectUploads } from './inspect-uploads.ts';

const ADDRESS = vi.hoisted(() => {
  // supabase-js needs one to exist, and Node 20 has none.
  vi.stubGlobal('WebSocket', class {});
  return 'http://127.0.0.1';
});
vi.mock('../_shared/env.ts', () => ({
  env: { supabaseUrl: ADDRESS, siteUrl: ADDRESS, publishableKey: 'key', secretKey: 'secret' },
}));
vi.mock('./draw-image.ts', () => ({
  DRAWN_TYPE: 'image/webp',
  drawThumbnail: () => Promise.resolve(new Uint8Array(1)),
  drawAvatar: () => Promise.resolve(new Uint8Array(1)),
  loadLibrary: () => Promise.resolve(),
}));

const PHOTO = 'anna/photo.jpg';
const COUNTS = /^(?:count_inspection|begin_drawing)$/;

let photo: Buffer;
beforeAll(async () => {
  photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .withExif({ IFD0: { Copyright: 'Anna' } })
    .jpeg()
    .toBuffer();
});

/**
 * A project with two new files: a photo with metadata and a file that is no image.
 * @param fails the number of the call that fails, if any
 * @param status what it answers
 */
function project(bucket: string, fails?: number, status = 503) {
  const calls: string[] = [];
  const tries = new Map<number | string, number>([
    [1, 0],
    [2, 0],
    [PHOTO, 0],
  ]);
  let isDone = false;
  const call = <T>(name: string, answer: () => T) => {
    calls.push(name);
    const isOut = calls.length === fails;
    const error = isOut ? { code: '08006', message: 'out', details: '', hint: '', status } : null;
    return Promise.resolve({ data: isOut ? null : answer(), error, status: isOut ? status : 200 });
  };
  const count = (key: number | string, change: number) => {
    const before = tries.get(key);
    if (before === undefined) return 0;
    tries.set(key, Math.max(0, before + change));
    return tries.get(key);
  };
  const functions: Record<string, (sent: Record<string, never>) => unknown> = {
    uploads_to_inspect: () =>
      isDone
        ? []
        : [
            { id: 1, bucket_id: bucket, name: PHOTO, tries: 0 },
            { id: 2, bucket_id: bucket, name: 'anna/text.jpg', tries: 0 },
          ],
    count_inspection: ({ upload, change }) => count(upload, change),
    leave_overwrite_pass: () => 'pass',
    finish_inspection: ({ inspected }: { inspected: number[] }) => {
      for (const id of inspected) tries.delete(id);
      isDone ||= inspected.length > 0;
      return 1;
    },
    images_to_draw: () => (isDone ? [] : [{ bucket_id: bucket, source: PHOTO, target: PHOTO }]),
    begin_drawing: ({ target }) => count(target, 1),
    finish_drawing: ({ target, is_over: isOver }) => {
      isDone = isOver !== false;
      if (isDone) tries.delete(target);
      else count(target, -1);
      return null;
    },
  };
  const client = {
    rpc: (name: string, sent: Record<string, never>) => call(name, () => functions[name]?.(sent)),
    storage: {
      from: () => ({
        download: (name: string) =>
          call('download', () => new Blob([name.includes('photo') ? new Uint8Array(photo) : 'text'])),
        update: () => call('update', () => null),
        upload: () => call('upload', () => null),
        remove: () => call('remove', () => null),
      }),
    },
  } as unknown as Client;
  return { client, calls, tries };
}

test.each([
  ['inspection', 'post-images', inspectUploads],
  ['drawing', 'avatars', drawThumbnails],
])('no outage during the job %s uses up a try of a file', async (_job, bucket, run) => {
  const good = project(bucket);
  await run(good.client, Date.now() - 1);
  expect([...good.tries.values()]).toEqual(expect.not.arrayContaining([1]));
  const first = good.calls.findIndex((name) => COUNTS.test(name));
  const after = good.calls.flatMap((name, index) => (index > first && !COUNTS.test(name) ? [index + 1] : []));
  expect(after.length).toBeGreaterThan(2);
  for (const fails of after) {
    const { client, calls, tries } = project(bucket, fails);
    await run(client, Infinity).catch(() => undefined);
    expect(
      [...tries.values()].filter((count) => count !== 0),
      calls[fails - 1],
    ).toEqual([]);
  }
});

test.each([
  ['inspection', 'post-images', inspectUploads, 'update'],
  ['drawing', 'avatars', drawThumbnails, 'upload'],
])(
  'a file that Storage refuses during the job %s uses up a try, and one it limits does not',
  async (_job, bucket, run, call) => {
    const good = project(bucket);
    await run(good.client, Date.now() - 1);
    const fails = good.calls.indexOf(call) + 1;
    expect(fails).toBeGreaterThan(0);
    for (const [status, used] of [
      [400, 1],
      [413, 1],
      [429, 0],
      [500, 0],
    ] as const) {
      const { client, tries } = project(bucket, fails, status);
      await run(client, Date.now() - 1).catch(() => undefined);
      expect([status, bucket === 'avatars' ? tries.get(PHOTO) : tries.get(1)]).toEqual([status, used]);
    }
  },
);
