/** Limits of uploads: each bucket by each way counts what was uploaded, also when it is removed again. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { THUMBNAIL_SIZE_MAX } from '../../functions/_shared/domain/limits.ts';
import { world } from '../support/embedded/database.ts';
import { imageFile } from '../support/files/image-files.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import type { Person } from '../support/world.ts';

type File = { bucket: string; name: string; content: Blob };
type Way = (person: Person, file: File, source: string) => Promise<boolean>;

const bucketOf = ({ client }: Person, { bucket }: File) => client.storage.from(bucket);
const isDone = ({ error }: { error: unknown }) => error === null;

const byForm: Way = async (person, file) => isDone(await bucketOf(person, file).upload(file.name, file.content));

/** Each way by which a file gets into Storage. */
const WAYS: Readonly<Record<string, Way>> = {
  'a form': byForm,
  'a plain body': async (person, { bucket, name, content }) => {
    const answer = await fetch(`${world.supabaseUrl}/storage/v1/object/${bucket}/${name}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${person.accessToken}`, 'Content-Type': content.type },
      body: content,
    });
    return answer.ok;
  },
  'an upsert': async (person, file) =>
    isDone(await bucketOf(person, file).upload(file.name, file.content, { upsert: true })),
  'a signed link': async (person, file) => {
    const { data } = await bucketOf(person, file).createSignedUploadUrl(file.name);
    return data !== null && isDone(await bucketOf(person, file).uploadToSignedUrl(data.path, data.token, file.content));
  },
  'a copy': async (person, file, source) => isDone(await bucketOf(person, file).copy(source, file.name)),
  // On hosted Supabase this is how an upload in parts ends, by tus or S3; the embedded server has none of both.
  'the row that Storage writes at the end of an upload in parts': async ({ authId }, { bucket, name, content }) => {
    const metadata = JSON.stringify({ size: content.size, mimetype: content.type });
    const stored = world.sql(
      'insert into storage.objects (bucket_id, name, owner_id, metadata) values ($1, $2, $3, $4)',
      [bucket, name, authId, metadata],
    );
    return stored.then(
      () => true,
      () => false,
    );
  },
};

const setLimit = (action: string, max: number) =>
  world.sql(
    `update private.app_settings set value = jsonb_set(value, array[$1, 'max'], to_jsonb($2::integer)) where key = 'rate_limits'`,
    [action, max],
  );
const forget = () => world.sql(`delete from private.rate_limit_uses`);

/** A file of this many kilobytes that the bucket takes. */
function fileFor(bucket: string, { authId }: Person, kilobytes: number, isThumbnail = false): File {
  const isDocument = bucket.endsWith('-documents');

  const size = kilobytes * 1000;
  const content = isDocument
    ? new Blob(['%PDF-1.7', new Uint8Array(size - 8)], { type: 'application/pdf' })
    : new Blob([imageFile('image/png', { size })], { type: 'image/png' });
  const ending = isDocument ? 'pdf' : 'png';
  return { bucket, name: `${authId}/${randomUUID()}${isThumbnail ? '.thumb' : ''}.${ending}`, content };
}

const buckets = async () =>
  (await world.sql<{ id: string }>(`select id from storage.buckets where id <> 'feedback-images' order by id`)).map(
    ({ id }) => id,
  );

beforeEach(forget);
afterEach(async () => {
  await setLimit('upload', 120);
  await setLimit('upload_kilobytes', 300_000);
  await forget();
});

describe.for(Object.entries(WAYS))('%s', ([, store]) => {
  test('a stored file counts as an upload in every bucket, even if it is removed again', async ({ adam }) => {
    const doors = await buckets();
    expect(doors).toHaveLength(6);
    for (const bucket of doors) {
      await setLimit('upload', 120);
      const source = await stored(adam, bucket, 1);
      await forget();
      await setLimit('upload', 2);
      const results: boolean[] = [];
      for (let n = 0; n < 3; n += 1) {
        const file = fileFor(bucket, adam, 1);
        results.push(await store(adam, file, source.name));
        await adam.client.storage.from(bucket).remove([file.name]);
      }
      expect(results, bucket).toEqual([true, true, false]);
    }
  });

  test('a stored file counts its bytes in every bucket, and an excess one is not stored', async ({ adam }) => {
    for (const bucket of await buckets()) {
      await setLimit('upload_kilobytes', 300_000);
      const source = await stored(adam, bucket, 3);
      await forget();
      await setLimit('upload_kilobytes', 8);
      const files = [3, 3, 3].map((kilobytes) => fileFor(bucket, adam, kilobytes));
      const results: boolean[] = [];
      for (const file of files) results.push(await store(adam, file, source.name));
      expect(results, bucket).toEqual([true, true, false]);
      const last = await world.sql('select 1 from storage.objects where name = $1', [files[2]?.name]);
      expect(last).toEqual([]);
      expect(await world.sql(`select used from private.rate_limit_uses where action = 'upload_kilobytes'`)).toEqual([
        { used: 6 },
      ]);
    }
  });
});

test('a thumbnail is as small as its limit, whichever way it comes', async ({ adam }) => {
  for (const [way, store] of Object.entries(WAYS)) {
    for (const bucket of ['post-images', 'news-images', 'avatars']) {
      const large = fileFor(bucket, adam, THUMBNAIL_SIZE_MAX / 1000 + 1, true);
      const small = fileFor(bucket, adam, THUMBNAIL_SIZE_MAX / 1000, true);
      const source = (await stored(adam, bucket, 16)).name;
      expect(await store(adam, large, source), `${way}, ${bucket}`).toBe(false);
      if (way !== 'a copy') expect(await store(adam, small, source), `${way}, ${bucket}`).toBe(true);
    }
  }
});

test('a copy from another bucket, and the end of an upload in parts, keep to the limits of the bucket', async ({
  adam,
}) => {
  const rows = await world.sql<{ id: string; max: number; types: string[] }>(
    `select id, file_size_limit::int as max, allowed_mime_types as types from storage.buckets where id <> 'feedback-images' order by id`,
  );
  const sources = [
    fileFor('post-images', adam, 4_000),
    fileFor('post-images', adam, 1),
    fileFor('quote-documents', adam, 1),
    ...rows.map(({ id }) => fileFor(id, adam, 2)),
  ];
  for (const source of sources) expect(await byForm(adam, source, '')).toBe(true);
  const results: string[] = [];
  for (const source of sources)
    for (const { id, max, types } of rows) {
      const { type, size } = source.content;
      const isTaken = types.includes(type) && size <= max;
      const target = fileFor(id, adam, 1).name.replace(/\w+$/, types.includes(type) ? source.name.slice(-3) : '$&');
      const { error } = await bucketOf(adam, source).copy(source.name, target, { destinationBucket: id });
      const stored = await world.sql('select 1 from storage.objects where name = $1', [target]);
      expect([error === null, stored.length], `${source.bucket} to ${id}, ${type}`).toEqual([isTaken, isTaken ? 1 : 0]);
      results.push(isTaken ? 'taken' : 'refused');
      const inParts = WAYS['the row that Storage writes at the end of an upload in parts'];
      const file = { bucket: id, name: fileFor(id, adam, 1).name, content: source.content };
      expect(await inParts?.(adam, file, ''), `${id}, ${type}`).toBe(isTaken);
    }
  expect(results.filter((result) => result === 'refused').length).toBeGreaterThan(20);
});

test('a link for an upload stores nothing for a user who has been suspended since', async () => {
  const person = await world.person('kim');
  const [file, other] = [fileFor('post-images', person, 1), fileFor('post-images', person, 1)];
  const bucket = bucketOf(person, file);
  const links = [await bucket.createSignedUploadUrl(file.name), await bucket.createSignedUploadUrl(other.name)];
  const use = (n: number, content: Blob) =>
    bucket.uploadToSignedUrl(links[n]?.data?.path ?? '', links[n]?.data?.token ?? '', content);
  expect(isDone(await use(0, file.content))).toBe(true);
  await world.sql(
    `update public.accounts set suspended_until = now() + interval '1 day', suspension_reason = 'x' where profile_id = $1`,
    [person.id],
  );
  expect(isDone(await use(1, other.content))).toBe(false);
  expect(await world.sql('select 1 from storage.objects where name = $1', [other.name])).toEqual([]);
});

test('a link for an upload of news stores nothing for an admin who has been demoted since', async () => {
  const person = await world.person('lea', { role: 'admin' });
  const file = fileFor('news-images', person, 1);
  const link = await bucketOf(person, file).createSignedUploadUrl(file.name);
  await world.sql(`update public.accounts set role = 'user' where profile_id = $1`, [person.id]);
  const { path = '', token = '' } = link.data ?? {};
  expect(token).not.toBe('');
  expect(isDone(await bucketOf(person, file).uploadToSignedUrl(path, token, file.content))).toBe(false);
  expect(await world.sql('select 1 from storage.objects where name = $1', [file.name])).toEqual([]);
});

test('images of feedback are limited in bytes all together', async () => {
  await setLimit('upload_kilobytes', 8);
  const store = async () => {
    const content = new Blob([imageFile('image/png', { size: 3_000 })], { type: 'image/png' });
    return isDone(await world.service.storage.from('feedback-images').upload(`${randomUUID()}/1.png`, content));
  };
  expect([await store(), await store(), await store()]).toEqual([true, true, false]);
});

test('files that jobs write into the folder of a user do not count', async ({ adam }) => {
  await setLimit('upload', 1);
  for (let n = 0; n < 3; n += 1) {
    const file = fileFor('post-images', adam, 1);
    expect(isDone(await world.service.storage.from('post-images').upload(file.name, file.content))).toBe(true);
  }
});

test('a file that is written over counts when it grows, and not when a job makes it smaller', async ({ adam }) => {
  const { name } = await stored(adam, 'post-images', 3);
  const write = async (kilobytes: number) => {
    await world.sql(`select private.leave_overwrite_pass('post-images', $1)`, [name]);
    await world.sql(
      `update storage.objects set version = gen_random_uuid(), metadata = jsonb_set(metadata, '{size}', to_jsonb($2::integer)) where name = $1`,
      [name, kilobytes * 1000],
    );
  };
  await setLimit('upload_kilobytes', 8);
  await write(2);
  await write(5);
  await expect(write(6)).rejects.toThrow('row-level security');
  expect(await world.sql(`select used from private.rate_limit_uses where action = 'upload_kilobytes'`)).toEqual([
    { used: 8 },
  ]);
});

test('uploads at once are not more than the limit', async ({ adam }) => {
  await setLimit('upload', 5);
  const results = await Promise.all(
    Array.from({ length: 20 }, () => byForm(adam, fileFor('post-images', adam, 1), '')),
  );
  expect(results.filter(Boolean)).toHaveLength(5);
});

async function stored(person: Person, bucket: string, kilobytes: number): Promise<File> {
  const file = fileFor(bucket, person, kilobytes);
  expect(await byForm(person, file, '')).toBe(true);
  return file;
}
