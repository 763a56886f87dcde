import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { IMAGE_TYPES, type ImageType } from '../../functions/_shared/domain/image-files.ts';
import { world } from '../support/embedded/database.ts';
import { test } from '../support/embedded/test.ts';
import { cameraFile, SECRET } from '../support/files/camera-files.ts';
import { ApiClient, withToken } from './api-client.ts';
import { readDocument } from './openapi-document.ts';

/* A photo says where, when, by whom and with what it was taken. Nobody reads that of a stored one, whichever way it came. */

const FEEDBACK = { category: 'bug', subject: 'Map is empty', message: 'The map does not open.' };

const isImageType = (type: string): type is ImageType => type in IMAGE_TYPES;

const run = async (job: string) =>
  Object(await new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } }).post(`/housekeeping/${job}`))
    .body;

/** The stored files, each with its type and how long it may be kept. */
async function storedFiles() {
  const rows = await world.sql<{ bucket: string; name: string }>(
    'select bucket_id as bucket, name from storage.objects order by bucket_id, name',
  );
  return Promise.all(
    rows.map(async ({ bucket, name }) => {
      const { data, error } = await world.service.storage.from(bucket).createSignedUrl(name, 60);
      if (error) throw error;
      const answer = await fetch(data.signedUrl);
      return {
        bucket,
        name,
        type: answer.headers.get('Content-Type'),
        cache: answer.headers.get('Cache-Control'),
        isClean: !Buffer.from(await answer.arrayBuffer()).includes(SECRET),
      };
    }),
  );
}

test('every operation of the API that takes images stores them without metadata', async ({ adam }) => {
  const { operations } = readDocument((await new ApiClient().get('/api/openapi.json')).body);
  const doors = operations.filter(({ requestBody }) => requestBody?.content['multipart/form-data']);
  const photo = await cameraFile('image/jpeg');
  const taken: string[] = [];
  for (const { method, path, requestBody } of doors) {
    const { properties = {} } = Object(requestBody?.content['multipart/form-data']?.schema);
    const form = new FormData();
    for (const [name, value] of Object.entries(FEEDBACK)) if (name in Object(properties)) form.append(name, value);
    const field = ['images', 'avatar', 'document'].find((name) => name in Object(properties)) ?? '';
    form.append(field, new File([photo], 'photo.jpg', { type: 'image/jpeg' }));
    const { status, text } = await withToken(adam).call(method, path, { raw: form });
    expect([200, 201, 400], `${path}: ${text}`).toContain(status);
    if (status !== 400) taken.push(path);
  }
  expect(doors).toHaveLength(7);
  expect(taken.toSorted()).toEqual([
    '/api/feedback',
    '/api/messages/upload-document',
    '/api/news/upload-images',
    '/api/posts/upload-images',
    '/api/user/avatar',
  ]);
  const files = await storedFiles();
  expect(new Set(files.map(({ bucket }) => bucket)).size).toBe(taken.length);
  expect(files.filter(({ isClean }) => !isClean)).toEqual([]);
});

test('an image that is put straight into any bucket of Storage has no metadata when it can be fetched', async ({
  adam,
}) => {
  const buckets = await world.sql<{ id: string; types: string[] }>(
    `select id, allowed_mime_types as types from storage.buckets where id <> 'feedback-images' order by id`,
  );
  const doors = buckets.flatMap(({ id, types }) => types.filter(isImageType).map((type) => ({ bucket: id, type })));
  for (const { bucket, type } of doors) {
    const path = `${adam.authId}/${randomUUID()}.${IMAGE_TYPES[type]}`;
    const file = new Blob([await cameraFile(type)], { type });
    expect((await adam.client.storage.from(bucket).upload(path, file)).error).toBeNull();
  }
  // By a link that its owner gave away, too.
  const signed = adam.client.storage.from('post-images');
  const { data: link } = await signed.createSignedUploadUrl(`${adam.authId}/${randomUUID()}.jpg`);
  const photo = new Blob([await cameraFile('image/jpeg')], { type: 'image/jpeg' });
  expect((await signed.uploadToSignedUrl(link?.path ?? '', link?.token ?? '', photo)).error).toBeNull();
  const files = await storedFiles();
  expect(files).toHaveLength(doors.length + 1);
  expect(doors).toHaveLength(14);
  expect(files.filter(({ isClean }) => !isClean)).toEqual([]);
});

test('the inspection takes the metadata of images that are there, which stay where they are shown', async ({
  anna,
}) => {
  const path = `${anna.authId}/${randomUUID()}.jpg`;
  // As on hosted Supabase, where nothing stands before Storage.
  const stored = await world.service.storage
    .from('post-images')
    .upload(path, await cameraFile('image/jpeg', { orientation: 6 }), {
      contentType: 'image/jpeg',
      cacheControl: '31536000',
    });
  expect(stored.error).toBeNull();
  const { id } = await world.createPost(anna, { images: [path] });
  const [before] = await storedFiles();
  expect(before?.isClean).toBe(false);
  expect(await run('inspection')).toMatchObject({ handled: 0 });
  expect(await storedFiles()).toEqual([{ ...before, isClean: true }]);
  expect(await world.sql('select images from public.posts where id = $1', [id])).toEqual([{ images: [path] }]);
  expect(await world.sql('select count(*)::int as left from private.new_uploads')).toEqual([{ left: 0 }]);
});
