import { randomBytes, randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { imageUploadResponseSchema } from '../../functions/_shared/domain/image-files.ts';
import { THUMBNAIL_SIZE_MAX } from '../../functions/_shared/domain/limits.ts';
import { value } from '../rules/support.ts';
import { world } from '../support/embedded/database.ts';
import { imageFile } from '../support/files/image-files.ts';
import { test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';
import { ApiClient, withToken } from './api-client.ts';

/* Whoever uploads an image and however: what lists show of it weighs at most 15 kB. */

type Bucket = 'post-images' | 'news-images' | 'avatars';

const run = async (job: string) =>
  Object(await new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } }).post(`/housekeeping/${job}`))
    .body;

/** An image with more to see than any thumbnail can keep. */
const detailed = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

/** Puts a file straight into Storage, as nobody can be kept from doing, and answers its path. */
async function put(
  { authId, client }: Person,
  bytes: Uint8Array,
  type: string,
  {
    bucket = 'post-images',
    path = `${authId}/${randomUUID()}.${type.slice('image/'.length)}`,
  }: { bucket?: Bucket; path?: string } = {},
): Promise<string> {
  const { error } = await client.storage.from(bucket).upload(path, new Blob([Uint8Array.from(bytes)], { type }));
  if (error) throw error;
  return path;
}

const thumbnailOf = (path: string) => path.replace(/\.[a-z]+$/, '.thumb.webp');

/** A stored file as everybody loads it; null for none. */
async function load(path: string, bucket: Bucket = 'post-images') {
  const answer = await fetch(`${world.supabaseUrl}/storage/v1/object/public/${bucket}/${path}`);
  if (!answer.ok) return null;
  return {
    bytes: Buffer.from(await answer.arrayBuffer()),
    type: answer.headers.get('Content-Type'),
    cache: answer.headers.get('Cache-Control'),
  };
}

/** A file that lists may show: few bytes, WebP, kept for a year. Answers its size in pixels. */
async function expectLight(path: string, bucket?: Bucket) {
  const file = await load(path, bucket);
  expect(file).toMatchObject({ type: 'image/webp', cache: expect.stringContaining('max-age=31536000') });
  expect(file?.bytes.length).toBeLessThanOrEqual(THUMBNAIL_SIZE_MAX);
  const { width, height } = await sharp(file?.bytes).metadata();
  return { width, height };
}

/** A WebP of that many bytes, all of which belong to its picture. */
function padded(webp: Buffer, size: number): Buffer {
  const file = Buffer.concat([webp, Buffer.alloc(size - webp.length)]);
  file.writeUInt32LE(size - 8, 4);
  file.writeUInt32LE(size - 20, 16);
  return file;
}

/** Runs both jobs until nothing is left to do. */
async function untilDrawn(): Promise<number> {
  await run('inspection');
  let drawn = 0;
  for (;;) {
    const { handled } = await run('thumbnails');
    if (handled === 0) return drawn;
    drawn += handled;
  }
}

const waiting = () => world.sql('select source from private.images_to_draw');

describe('images that come through the API', () => {
  test('uploaded images have their thumbnail at once, however large they are', async ({ anna }) => {
    const form = new FormData();
    const images = [
      await detailed(1_000, 1_000).jpeg({ quality: 60 }).toBuffer(),
      await detailed(2_000, 1_500).resize(8_000, 5_000).jpeg({ quality: 5 }).toBuffer(),
    ];
    for (const bytes of images) form.append('images', new File([Uint8Array.from(bytes)], 'a.jpg'));
    const answer = await withToken(anna).call('POST', '/api/posts/upload-images', { raw: form });
    expect(answer).toAnswer(200);
    const { imagePaths } = imageUploadResponseSchema.parse(answer.body);
    expect(imagePaths).toHaveLength(2);
    for (const path of imagePaths) {
      const { width } = await expectLight(thumbnailOf(path));
      expect(width).toBeLessThanOrEqual(480);
    }
    expect(await untilDrawn()).toBe(0);
    expect(await waiting()).toEqual([]);
  });

  test('unreadable images have no thumbnail, and are stored all the same', async ({ anna }) => {
    const form = new FormData();
    form.append('images', new File([imageFile('image/png', { width: 900, height: 900 })], 'a.png'));
    form.append('images', new File([imageFile('image/webp', { width: 7_000, height: 5_000 })], 'b.webp'));
    const answer = await withToken(anna).call('POST', '/api/posts/upload-images', { raw: form });
    expect(answer).toAnswer(200);
    for (const path of imageUploadResponseSchema.parse(answer.body).imagePaths) {
      expect(await load(path)).not.toBeNull();
      expect(await load(thumbnailOf(path))).toBeNull();
    }
  });

  test('an image with a decompression bomb as text gets a thumbnail, one with hundreds of scans none', async ({
    anna,
  }) => {
    const png = await detailed(64, 64).png().toBuffer();
    const packed = deflateSync(Buffer.alloc(7_900_000, 'A'), { level: 9 });
    const text = (key: number) => {
      const data = Buffer.concat([Buffer.from(`zTXt${key}\0\0`), packed]);
      const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      size.writeUInt32BE(data.length - 4);
      sum.writeUInt32BE(crc32(data));
      return Buffer.concat([size, data, sum]);
    };
    const texts = Array.from({ length: 600 }, (_, key) => text(key));
    // After the signature and the header.
    const unfolding = Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)]);
    const jpeg = await detailed(64, 64).jpeg({ progressive: true }).toBuffer();
    const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
    const scanned = (times: number) =>
      Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: times }, () => scan), jpeg.subarray(-2)]);
    const form = new FormData();
    for (const [name, bytes] of Object.entries({ 'a.png': unfolding, 'b.jpg': scanned(1), 'c.jpg': scanned(900) }))
      form.append('images', new File([Uint8Array.from(bytes)], name));
    const answer = await withToken(anna).call('POST', '/api/posts/upload-images', { raw: form });
    expect(answer).toAnswer(200);
    const [first = '', second = '', third = ''] = imageUploadResponseSchema.parse(answer.body).imagePaths;
    await expectLight(thumbnailOf(first));
    await expectLight(thumbnailOf(second));
    expect(await load(thumbnailOf(third))).toBeNull();
  });

  test('thumbnails are drawn despite megabytes of comments or thousands of frames', async ({ anna }) => {
    const jpeg = await detailed(64, 64).jpeg().toBuffer();
    // Almost as many as an image may have parts.
    const comments = Buffer.alloc(18_000 * 260, Buffer.from([0xff, 0xfe, 1, 2, ...Buffer.alloc(256, 65)]));
    const webp = await detailed(64, 64).webp().toBuffer();
    const uint32 = (number: number) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(number);
      return bytes;
    };
    const part = (name: string, data: Buffer) => Buffer.concat([Buffer.from(name), uint32(data.length), data]);
    // Of both the canvas and each frame: at the corner, with edges of 64, for 50 ms.
    const edges = Buffer.from([63, 0, 0, 63, 0, 0]);
    const frame = part('ANMF', Buffer.concat([Buffer.alloc(6), edges, Buffer.from([50, 0, 0, 0]), webp.subarray(12)]));
    const animation = Buffer.concat([
      Buffer.from('WEBP'),
      part('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), edges])),
      part('ANIM', Buffer.alloc(6)),
      ...Array.from({ length: Math.min(5_000, Math.floor(4_900_000 / frame.length)) }, () => frame),
    ]);
    const form = new FormData();
    const commented = Buffer.concat([jpeg.subarray(0, 2), comments, jpeg.subarray(2)]);
    form.append('images', new File([Uint8Array.from(commented)], 'a.jpg'));
    const animated = Buffer.concat([Buffer.from('RIFF'), uint32(animation.length), animation]);
    form.append('images', new File([Uint8Array.from(animated)], 'b.webp'));
    const answer = await withToken(anna).call('POST', '/api/posts/upload-images', { raw: form });
    expect(answer).toAnswer(200);
    for (const path of imageUploadResponseSchema.parse(answer.body).imagePaths) {
      expect(await expectLight(thumbnailOf(path))).toEqual({ width: 64, height: 64 });
    }
  });

  test('thumbnails average their image: fine stripes become grey, without a moiré pattern', async ({ anna }) => {
    const [width, height] = [4_000, 1_000];
    const stripes = Buffer.from(Array.from({ length: width * height }, (_, at) => (at % 2) * 255));
    const png = await sharp(stripes, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('images', new File([Uint8Array.from(png)], 'a.png'));
    const answer = await withToken(anna).call('POST', '/api/posts/upload-images', { raw: form });
    const [path = ''] = imageUploadResponseSchema.parse(answer.body).imagePaths;
    expect(await expectLight(thumbnailOf(path))).toEqual({ width: 480, height: 120 });
    const { channels } = await sharp((await load(thumbnailOf(path)))?.bytes).stats();
    expect(Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev))).toBeLessThan(15);
    expect(channels[0]?.mean).toBeCloseTo(127, -1);
  });

  test('uploaded avatars are replaced by a small version', async ({ anna }) => {
    const bytes = await detailed(1_200, 800).jpeg().toBuffer();
    const form = new FormData();
    form.append('avatar', new File([Uint8Array.from(bytes)], 'me.jpg'));
    const answer = await withToken(anna).call('POST', '/api/user/avatar', { raw: form });
    const { avatar } = Object(answer.body);
    expect(await untilDrawn()).toBe(1);
    expect(await world.sql('select avatar_path from public.profiles where id = $1', [anna.id])).toEqual([
      { avatar_path: avatar },
    ]);
    expect(await expectLight(avatar, 'avatars')).toEqual({ width: 256, height: 256 });
    expect(await untilDrawn()).toBe(0);
  });
});

describe('files that somebody puts into Storage', () => {
  test('a stored thumbnail of 15,000 bytes stays, a byte more is removed and drawn from the image', async ({
    anna,
  }) => {
    const image = await sharp({ create: { width: 960, height: 600, channels: 3, background: '#e03131' } })
      .png()
      .toBuffer();
    const webp = await sharp(image).resize(480).webp().toBuffer();
    const [light, heavy] = [await put(anna, image, 'image/png'), await put(anna, image, 'image/png')];
    await world.createPost(anna, { images: [light, heavy] });
    await put(anna, padded(webp, THUMBNAIL_SIZE_MAX), 'image/webp', { path: thumbnailOf(light) });
    const tooHeavy = padded(webp, THUMBNAIL_SIZE_MAX + 1);
    await expect(put(anna, tooHeavy, 'image/webp', { path: thumbnailOf(heavy) })).rejects.toThrow('row-level security');
    // As one that was there before its size was a rule.
    await put({ ...anna, client: world.service }, tooHeavy, 'image/webp', { path: thumbnailOf(heavy) });

    expect(await run('inspection')).toMatchObject({ handled: 1 });
    expect((await load(thumbnailOf(light)))?.bytes.length).toBe(THUMBNAIL_SIZE_MAX);
    expect(await load(thumbnailOf(heavy))).toBeNull();
    expect(await run('thumbnails')).toEqual({ job: 'thumbnails', handled: 1, message: 'Drew 1 thumbnail.' });
    expect(await expectLight(thumbnailOf(heavy))).toEqual({ width: 480, height: 300 });
    const { channels } = await sharp((await load(thumbnailOf(heavy)))?.bytes).stats();
    expect(channels.map(({ mean }) => Math.round(mean / 16))).toEqual([14, 3, 3]);

    // Its name was refused once; the file that has it now stays, and the images stay in the post.
    await world.sql(`update storage.objects set created_at = now() - interval '25 hours'`);
    expect(await run('uploads')).toMatchObject({ handled: 0 });
    await run('inspection');
    expect([await load(thumbnailOf(light)), await load(thumbnailOf(heavy))]).not.toContain(null);
    expect(await world.sql('select images from public.posts')).toEqual([{ images: [light, heavy] }]);
    expect(await waiting()).toEqual([]);
  });

  test('images stored alone get one thumbnail each, upright', async ({ anna, adam }) => {
    const turned = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#fff' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const still = { create: { width: 300, height: 200, channels: 4, background: '#0000' } } as const;
    const paths = [
      await put(anna, turned, 'image/jpeg'),
      await put(anna, await sharp(still).png().toBuffer(), 'image/png'),
      await put(anna, await sharp(still).gif().toBuffer(), 'image/gif'),
      await put(anna, await sharp(still).jpeg().toBuffer(), 'image/jpeg'),
      await put(anna, await sharp(still).webp({ lossless: true }).toBuffer(), 'image/webp'),
    ];
    const news = await put(adam, turned, 'image/jpeg', { bucket: 'news-images' });
    expect(await untilDrawn()).toBe(6);
    const sizes = [];
    for (const path of paths) sizes.push(await expectLight(thumbnailOf(path)));
    const small = { width: 300, height: 200 };
    expect(sizes).toEqual([{ width: 480, height: 720 }, small, small, small, small]);
    expect(await expectLight(thumbnailOf(news), 'news-images')).toEqual({ width: 480, height: 720 });
    expect(await untilDrawn()).toBe(0);
    expect(await waiting()).toEqual([]);
  });

  test('unreadable images in Storage get no thumbnail and no avatar', async ({ anna }) => {
    const path = await put(anna, imageFile('image/png', { width: 900, height: 900 }), 'image/png');
    const fine = await put(anna, await detailed(300, 300).blur(3).png().toBuffer(), 'image/png', { bucket: 'avatars' });
    const broken = imageFile('image/png', { width: 900, height: 900, size: THUMBNAIL_SIZE_MAX + 1 });
    const avatar = await put(anna, broken, 'image/png', { bucket: 'avatars' });
    await value(anna.client.from('profiles').update({ avatar_path: avatar }).eq('id', anna.id).select('id'));
    expect(await untilDrawn()).toBe(1);
    expect(await load(thumbnailOf(path))).toBeNull();
    expect(await load(path)).not.toBeNull();
    expect(await expectLight(fine, 'avatars')).toEqual({ width: 256, height: 256 });
    expect(await load(avatar, 'avatars')).toBeNull();
    expect(await world.sql('select avatar_path from public.profiles where id = $1', [anna.id])).toEqual([
      { avatar_path: null },
    ]);
    expect(await waiting()).toEqual([]);
  });

  test('stored avatars of 15,000 bytes stay as they are', async ({ anna }) => {
    const webp = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#fff' } })
      .webp()
      .toBuffer();
    const bytes = padded(webp, THUMBNAIL_SIZE_MAX);
    const avatar = await put(anna, bytes, 'image/webp', { bucket: 'avatars' });
    expect(await untilDrawn()).toBe(0);
    expect((await load(avatar, 'avatars'))?.bytes).toEqual(bytes);
  });
});

test('an image that ended the process three times is left alone', async ({ anna }) => {
  const image = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const [hopeless, other] = [await put(anna, image, 'image/png'), await put(anna, image, 'image/png')];
  await run('inspection');
  await world.sql('update private.images_to_draw set tries = 3 where source = $1', [hopeless]);
  await world.sql('update private.images_to_draw set tries = 2 where source = $1', [other]);
  expect(await untilDrawn()).toBe(1);
  expect([await load(thumbnailOf(hopeless)), await load(thumbnailOf(other))]).toEqual([null, expect.anything()]);
  expect(await waiting()).toEqual([]);
});

test('an image that could not be stored has not been tried', async ({ anna }) => {
  const image = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const path = await put(anna, image, 'image/png');
  await run('inspection');
  const named = { bucket: 'post-images', target: thumbnailOf(path) };
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await world.service.rpc('begin_drawing', named)).data).toBe(1);
    await world.service.rpc('finish_drawing', { ...named, is_over: false });
  }
  expect(await untilDrawn()).toBe(1);
});

test('a thumbnail is drawn only while its caller still waits', async () => {
  const dear = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#e03131' } })
    .webp()
    .toBuffer();
  const draw = async (until: number) => {
    const { status } = await fetch(`${world.supabaseUrl}/functions/v1/housekeeping/thumbnails/draw?until=${until}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${world.cronSecret}` },
      body: Uint8Array.from(dear),
    });
    return status;
  };
  expect(await draw(Infinity)).toBe(200);
  const begun = Date.now();
  expect(await draw(Infinity)).toBe(200);
  const alone = Date.now() - begun;
  const statuses = await Promise.all(Array.from({ length: 20 }, () => draw(Date.now() + 3 * alone)));
  expect(statuses.filter((status) => status !== 200 && status !== 204)).toEqual([]);
  expect(statuses.filter((status) => status === 204).length).toBeGreaterThan(10);
  expect(await draw(Infinity)).toBe(200);
});

test('each user gets one thumbnail before anybody gets a second, however many images one stored', async ({
  anna,
  bob,
}) => {
  const image = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const paths: Record<string, string> = {};
  const store = async (who: Person, ...names: string[]) => {
    for (const name of names) {
      paths[name] = await put(who, image, 'image/png');
      await run('inspection');
    }
  };
  const order = async () =>
    (await world.sql<{ source: string }>('select source from private.images_to_draw(10)')).map(({ source }) =>
      Object.keys(paths).find((name) => paths[name] === source),
    );
  await store(anna, 'a1', 'a2', 'a3');
  await store(bob, 'b1', 'b2');
  expect(await order()).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  // One that ends the process goes behind the others of its person.
  const begin = (name: string) =>
    world.sql('select private.begin_drawing($1, $2) as tries', ['post-images', thumbnailOf(paths[name] ?? '')]);
  expect(await begin('a1')).toEqual([{ tries: 1 }]);
  expect(await order()).toEqual(['b1', 'a2', 'b2', 'a3', 'a1']);
  // Whoever comes later has no past turns to make up for.
  await world.sql(`delete from private.images_to_draw where source = any ($1)`, [[paths['b1'], paths['a2']]]);
  const carl = await world.person('carl');
  await store(carl, 'c1', 'c2', 'c3');
  expect(await order()).toEqual(['b2', 'c1', 'a3', 'c2', 'a1', 'c3']);
});

test('an image whose file is lost, as after a restore, keeps no other waiting', async ({ anna }) => {
  const lost = await put(anna, await detailed(90, 60).png().toBuffer(), 'image/png');
  // The row stays, and what it stands for is nowhere.
  await world.sql(
    `with lost as (delete from storage.objects where name = $1 returning *)
     insert into storage.objects (bucket_id, name, metadata) select bucket_id, $2, metadata from lost`,
    [lost, `${anna.authId}/${randomUUID()}.png`],
  );
  const path = await put(anna, await detailed(90, 60).png().toBuffer(), 'image/png');
  expect(await untilDrawn()).toBe(1);
  await expectLight(thumbnailOf(path));
  expect(await waiting()).toEqual([]);
});

test('two runs at the same moment draw each image as one does', async ({ anna }) => {
  const paths = [];
  const image = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  for (let n = 0; n < 4; n += 1) paths.push(await put(anna, image, 'image/png'));
  await run('inspection');
  // A run draws for a moment only.
  while ((await waiting()).length > 0) await Promise.all([run('thumbnails'), run('thumbnails')]);
  for (const path of paths) expect(await expectLight(thumbnailOf(path))).toEqual({ width: 300, height: 200 });
  expect(await untilDrawn()).toBe(0);
  expect(await waiting()).toEqual([]);
});

test('an image that its owner removed meanwhile is forgotten', async ({ anna }) => {
  const path = await put(anna, await detailed(90, 60).png().toBuffer(), 'image/png');
  await run('inspection');
  expect(await waiting()).toEqual([{ source: path }]);
  await anna.client.storage.from('post-images').remove([path]);
  expect(await run('thumbnails')).toMatchObject({ handled: 0 });
  expect(await waiting()).toEqual([]);
});

test('only the scheduler draws, and nobody else learns or changes what is to be drawn', async ({ anna }) => {
  for (const path of ['/housekeeping/thumbnails', '/housekeeping/thumbnails/draw']) {
    expect(await withToken(anna).post(path)).toAnswer(401);
  }
  for (const call of [
    anna.client.rpc('images_to_draw', {}),
    anna.client.rpc('begin_drawing', { bucket: 'avatars', target: 'a' }),
    anna.client.rpc('finish_drawing', { bucket: 'avatars', target: 'a' }),
  ]) {
    expect((await call).error).toMatchObject({ code: '42501' });
  }
});
