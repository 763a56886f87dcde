import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { sendQuote, value } from '../rules/support.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest } from '../support/embedded/test.ts';
import type { Client, Person } from '../support/world.ts';

const IMAGE_BUCKETS = ['post-images', 'avatars', 'news-images'] as const;
const MEGABYTE = 1024 * 1024;
/** A PNG of this size by its structure: nothing of it is metadata. */
function png(size = 68): Blob {
  const chunk = (name: string, length: number) => {
    const bytes = new Uint8Array(12 + length);
    new DataView(bytes.buffer).setUint32(0, length);
    bytes.set(new TextEncoder().encode(name), 4);
    return bytes;
  };
  const signature = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
  return new Blob([signature, chunk('IHDR', 13), chunk('IDAT', size - 57), chunk('IEND', 0)], { type: 'image/png' });
}
const pdf = (size = 64) => new Blob(['%PDF-1.7', new Uint8Array(size - 8)], { type: 'application/pdf' });
const test = fileTest
  /** A file of bob in his message to anna about a quote on her post. */
  .extend('sentMessageFile', ({ anna, bob }) => async (extension = 'pdf') => {
    const post = await world.createPost(anna);
    const [quote] = await value(sendQuote(bob.client, post.id));
    const path = await uploaded(bob, 'message-files', extension);
    const id = await value(
      bob.client.rpc('send_message', {
        quote_id: quote?.quote_id ?? 0,
        content: 'See the drawing',
        attachments: [{ path, name: 'Drawing' }],
      }),
    );
    return { path, post, quoteId: quote?.quote_id ?? 0, messageId: id };
  })
  /** A document of bob in his quote on a new post of anna. */
  .extend('sentDocument', ({ anna, bob }) => async () => {
    const post = await world.createPost(anna);
    const path = await uploaded(bob, 'quote-documents', 'pdf');
    await value(sendQuote(bob.client, post.id, { attachments: [{ path, name: 'Offer.pdf' }] }));
    return { path, post };
  })
  /** A file that bob has sent to anna is for them alone, and one that he has not sent yet for him. */
  .extend(
    'expectForPartiesOnly',
    ({ anna, bob, carl, adam }) =>
      async (bucket: string, sent: string, unsent: string) => {
        // Carl has a quote of anna's requests too: that is no key.
        await sendQuote(carl.client, (await world.createPost(anna)).id);
        for (const [person, readsSent, readsUnsent] of [
          [bob, true, true],
          [anna, true, false],
          [carl, false, false],
          [adam, false, false],
        ] as const) {
          expect(await canRead(person.client, bucket, sent), `${person.username}, sent`).toBe(readsSent);
          expect(await canRead(person.client, bucket, unsent), `${person.username}, unsent`).toBe(readsUnsent);
        }
        expect(await canRead(world.guest, bucket, sent)).toBe(false);
        expect((await fetch(storageUrl(`object/public/${bucket}/${sent}`))).status).toBeGreaterThanOrEqual(400);
      },
  );

const newName = (person: Person, extension = 'png') => `${person.authId}/${randomUUID()}.${extension}`;

/** Uploads a file and says whether it is stored now. */
async function upload(
  client: Client,
  bucket: string,
  name: string,
  file = name.endsWith('.pdf') ? pdf() : png(),
  options = {},
) {
  const { error } = await client.storage.from(bucket).upload(name, file, { contentType: file.type, ...options });
  return error === null;
}

async function uploaded(person: Person, bucket: string, extension?: string): Promise<string> {
  const name = newName(person, extension);
  expect(await upload(person.client, bucket, name)).toBe(true);
  return name;
}

const isStored = async (bucket: string, name: string) =>
  (await world.sql('select 1 from storage.objects where bucket_id = $1 and name = $2', [bucket, name])).length === 1;
const canRead = async (client: Client, bucket: string, path: string) =>
  (await client.rpc('may_read_file', { bucket, path })).data === true;
const remove = (client: Client, bucket: string, name: string) => client.storage.from(bucket).remove([name]);
const storageUrl = (path: string) => `${world.supabaseUrl}/storage/v1/${path}`;

describe('uploading', () => {
  test('users upload below their own folder, and only admins upload news pictures [A440]', async ({ anna, adam }) => {
    for (const bucket of ['post-images', 'avatars'] as const) {
      for (const person of [anna, adam])
        expect(await upload(person.client, bucket, newName(person)), bucket).toBe(true);
    }
    expect(await upload(anna.client, 'news-images', newName(anna))).toBe(false);
    expect(await upload(adam.client, 'news-images', newName(adam))).toBe(true);
    for (const extension of ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx']) {
      expect(await upload(anna.client, 'quote-documents', newName(anna, extension), pdf()), extension).toBe(true);
      expect(await upload(anna.client, 'message-files', newName(anna, extension), pdf()), extension).toBe(true);
    }
    for (const extension of ['png', 'jpg', 'jpeg']) {
      expect(await upload(anna.client, 'message-files', newName(anna, extension)), extension).toBe(true);
    }
    for (const extension of ['gif', 'webp', 'svg', 'thumb.png']) {
      expect(await upload(anna.client, 'message-files', newName(anna, extension)), extension).toBe(false);
    }
    expect(await upload(anna.client, 'message-files', newName(anna), new Blob(['GIF89a'], { type: 'image/gif' }))).toBe(
      false,
    );
  });

  test('a guest cannot upload to any bucket [A440]', async ({ anna }) => {
    for (const bucket of [...IMAGE_BUCKETS, 'quote-documents', 'message-files']) {
      const extension = bucket === 'quote-documents' ? 'pdf' : 'png';
      expect(await upload(world.guest, bucket, newName(anna, extension)), bucket).toBe(false);
      expect(await upload(world.guest, bucket, `${randomUUID()}/${randomUUID()}.${extension}`), bucket).toBe(false);
    }
  });

  test('an upload to the folder of somebody else is refused, to admins too', async ({ anna, bob, adam }) => {
    for (const person of [bob, adam]) {
      for (const bucket of [...IMAGE_BUCKETS, 'message-files'])
        expect(await upload(person.client, bucket, newName(anna)), bucket).toBe(false);
    }
  });

  test.for([
    ['without folder', () => `${randomUUID()}.png`],
    [
      'that climbs out of the folder',
      (bob: Person, anna: Person) => `${bob.authId}/../${anna.authId}/${randomUUID()}.png`,
    ],
    [
      'that climbs out in disguise',
      (bob: Person, anna: Person) => `${bob.authId}/..%2f${anna.authId}/${randomUUID()}.png`,
    ],
    ['that climbs out the other way', (bob: Person) => `${bob.authId}/..\\${randomUUID()}.png`],
    ['in a deeper folder', (bob: Person) => `${bob.authId}/deep/${randomUUID()}.png`],
    ['that is not made by chance', (bob: Person) => `${bob.authId}/logo.png`],
    ['of a script', (bob: Person) => newName(bob, 'svg')],
    ['of a page', (bob: Person) => newName(bob, 'html')],
    ['with two endings', (bob: Person) => newName(bob, 'png.html')],
    ['without ending', (bob: Person) => `${bob.authId}/${randomUUID()}`],
    ['with a line break', (bob: Person) => `${newName(bob)}%0a`],
    ['with a zero byte', (bob: Person) => `${bob.authId}/${randomUUID()}\0.png`],
    ['with letters that only look alike', (bob: Person) => newName(bob, 'pոg')],
    ['of a document among pictures', (bob: Person) => newName(bob, 'pdf')],
  ] as const)('an upload under a name %s is refused', async ([_what, name], { anna, bob }) => {
    const before = await world.sql('select name from storage.objects order by name');
    expect(await upload(bob.client, 'post-images', name(bob, anna), png())).toBe(false);
    expect(await world.sql('select name from storage.objects order by name')).toEqual(before);
  });

  test('an upload never replaces a file, neither an own one nor that of somebody else', async ({ anna, bob }) => {
    const name = await uploaded(anna, 'post-images');
    const before = await (await fetch(storageUrl(`object/public/post-images/${name}`))).text();
    for (const person of [anna, bob]) {
      for (const upsert of [false, true]) {
        expect(
          await upload(person.client, 'post-images', name, png(100), { upsert }),
          `${person.username}, ${upsert}`,
        ).toBe(false);
      }
      expect((await person.client.storage.from('post-images').update(name, png(100))).error).not.toBeNull();
    }
    expect(await (await fetch(storageUrl(`object/public/post-images/${name}`))).text()).toBe(before);
  });

  test.for([
    ['post-images', 5 * MEGABYTE, png],
    ['avatars', 5 * MEGABYTE, png],
    ['quote-documents', 3 * MEGABYTE, pdf],
    ['message-files', 3 * MEGABYTE, png],
  ] as const)(
    'an upload of the full size of %s is accepted, and a larger one refused',
    async ([bucket, limit, file], { anna }) => {
      const extension = bucket === 'quote-documents' ? 'pdf' : 'png';
      expect(await upload(anna.client, bucket, newName(anna, extension), file(limit))).toBe(true);
      const name = newName(anna, extension);
      const { error } = await anna.client.storage
        .from(bucket)
        .upload(name, file(limit + 1), { contentType: file().type });
      expect(error?.message).toMatch(/size/i);
      expect(await isStored(bucket, name)).toBe(false);
    },
  );

  test.for([
    'image/svg+xml',
    'text/html',
    'application/xhtml+xml',
    'text/xml',
    'application/javascript',
    'application/pdf',
    'application/octet-stream',
  ])('an upload of %s among the pictures is refused', async (type, { anna }) => {
    const name = newName(anna);
    expect(await upload(anna.client, 'post-images', name, new Blob(['<svg onload="alert(1)"/>'], { type }))).toBe(
      false,
    );
    expect(await isStored('post-images', name)).toBe(false);
  });

  test('an uploaded page that pretends to be a picture is served as a picture', async ({ anna }) => {
    const name = newName(anna);
    await upload(
      anna.client,
      'post-images',
      name,
      new Blob(['<html><script>alert(1)</script></html>'], { type: 'image/png' }),
    );
    const answer = await fetch(storageUrl(`object/public/post-images/${name}`));
    expect(answer.headers.get('Content-Type')).toBe('image/png');
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('uploads stop at the limit per hour, of pictures and thumbnails apart', async () => {
    const dora = await world.person('dora');
    await world.sql(
      `update private.app_settings set value = jsonb_set(value, '{upload,max}', '2') where key = 'rate_limits'`,
    );
    try {
      for (const extension of ['png', 'thumb.webp']) {
        const results: boolean[] = [];
        for (let n = 0; n < 3; n += 1) results.push(await upload(dora.client, 'post-images', newName(dora, extension)));
        expect(results, extension).toEqual([true, true, false]);
      }
      await world.sql(
        `update private.rate_limit_uses set window_started_at = window_started_at - interval '1 hour' where action = 'upload'`,
      );
      expect(await upload(dora.client, 'post-images', newName(dora))).toBe(true);
    } finally {
      await world.sql(
        `update private.app_settings set value = jsonb_set(value, '{upload,max}', '120') where key = 'rate_limits'`,
      );
    }
  });
});

describe('a thumbnail', () => {
  /** A WebP of this size, which is even. */
  const webp = (size = 68) => {
    const bytes = new Uint8Array(size);
    const view = new DataView(bytes.buffer);
    bytes.set(new TextEncoder().encode('RIFF....WEBPVP8 '));
    view.setUint32(4, size - 8, true);
    view.setUint32(16, size - 20, true);
    return new Blob([bytes], { type: 'image/webp' });
  };
  const thumbnailOf = (name: string) => name.replace('.png', '.thumb.webp');
  const publicly = async (name: string) => (await fetch(storageUrl(`object/public/post-images/${name}`))).ok;

  test('only the owner of an image uploads, replaces, moves, copies and removes its thumbnail', async ({
    anna,
    bob,
    adam,
  }) => {
    const mona = await world.person('mona');
    const name = await uploaded(anna, 'post-images');
    const thumbnail = thumbnailOf(name);
    const everybodyElse = [world.guest, bob.client, adam.client, mona.client];
    const bucketOf = (client: Client) => client.storage.from('post-images');
    const lies = async (client: Client, own: string | null) => [
      await upload(client, 'post-images', thumbnail, webp(100)),
      await upload(client, 'post-images', thumbnail, webp(100), { upsert: true }),
      (await bucketOf(client).update(thumbnail, webp(100))).error === null,
      (await bucketOf(client).createSignedUploadUrl(thumbnail)).error === null,
      (await bucketOf(client).createSignedUploadUrl(thumbnail, { upsert: true })).error === null,
      own !== null && (await bucketOf(client).copy(own, thumbnail)).error === null,
      own !== null && (await bucketOf(client).move(own, thumbnail)).error === null,
    ];
    const ofBob = await uploaded(bob, 'post-images');
    const none = Array.from({ length: 7 }, () => false);
    // Where there is none yet as where there is one.
    for (const client of everybodyElse) expect(await lies(client, client === bob.client ? ofBob : null)).toEqual(none);
    expect(await isStored('post-images', thumbnail)).toBe(false);
    expect(await upload(anna.client, 'post-images', thumbnail, webp())).toBe(true);
    for (const client of everybodyElse) {
      expect(await lies(client, client === bob.client ? ofBob : null)).toEqual(none);
      await remove(client, 'post-images', thumbnail);
      await bucketOf(client).move(thumbnail, thumbnail.replace('.webp', '.png'));
      await bucketOf(client).copy(thumbnail, thumbnail.replace('.webp', '.jpg'));
    }
    const stored = await world.sql<{ name: string }>(`select name from storage.objects where name like $1`, [
      `${name.slice(0, -4)}%`,
    ]);
    expect(stored.map((row) => row.name).sort()).toEqual([name, thumbnail].sort());
    const answer = await fetch(storageUrl(`object/public/post-images/${thumbnail}`));
    expect((await answer.arrayBuffer()).byteLength).toBe(68);
  });

  test('a thumbnail in use cannot be changed, even by its owner', async ({ anna }) => {
    const name = await uploaded(anna, 'post-images');
    const thumbnail = thumbnailOf(name);
    await upload(anna.client, 'post-images', thumbnail, webp());
    await world.createPost(anna, { images: [name] });
    const bucket = anna.client.storage.from('post-images');
    const other = await uploaded(anna, 'post-images');
    expect(await upload(anna.client, 'post-images', thumbnail, webp(100), { upsert: true })).toBe(false);
    for (const { error } of [
      await bucket.update(thumbnail, webp(100)),
      await bucket.copy(other, thumbnail),
      await bucket.move(other, thumbnail),
      await bucket.move(thumbnail, `${anna.authId}/${randomUUID()}.webp`),
    ])
      expect(error).not.toBeNull();
    await remove(anna.client, 'post-images', thumbnail);
    const answer = await fetch(storageUrl(`object/public/post-images/${thumbnail}`));
    expect((await answer.arrayBuffer()).byteLength).toBe(68);
  });

  test.for([
    ['in the folder of somebody else', (_own: string, other: string) => thumbnailOf(other)],
    ['that climbs there', (own: string, other: string) => `${own.split('/')[0]}/../${thumbnailOf(other)}`],
    [
      'that climbs there in disguise',
      (own: string, other: string) => `${own.split('/')[0]}/..%2f${thumbnailOf(other)}`,
    ],
    ['with a slash in disguise', (_own: string, other: string) => thumbnailOf(other).replace('/', '%2f')],
    ['in capital letters', (own: string) => thumbnailOf(own).toUpperCase()],
    ['with a capital ending', (own: string) => own.replace('.png', '.thumb.WEBP')],
    ['with a capital mark', (own: string) => own.replace('.png', '.THUMB.webp')],
    ['of a thumbnail', (own: string) => own.replace('.png', '.thumb.thumb.webp')],
    ['below its image', (own: string) => `${own}/${randomUUID()}.thumb.webp`],
    ['of a very long name', (own: string) => own.replace('.png', `${'a'.repeat(3_000)}.thumb.webp`)],
    ['of no name', (own: string) => `${own.split('/')[0]}/.thumb.webp`],
  ] as const)('a thumbnail is refused %s', async ([_what, name], { anna, bob }) => {
    const [own, other] = [await uploaded(bob, 'post-images'), await uploaded(anna, 'post-images')];
    const before = await world.sql('select name from storage.objects order by name');
    expect(await upload(bob.client, 'post-images', name(own, other), webp())).toBe(false);
    expect(await world.sql('select name from storage.objects order by name')).toEqual(before);
  });

  test('a suspended user reads and removes thumbnails but uploads none; a deleted one does neither', async () => {
    const [dora, mona] = [await world.person('suspended'), await world.person('mona')];
    const name = await uploaded(dora, 'post-images');
    const thumbnail = thumbnailOf(name);
    await upload(dora.client, 'post-images', thumbnail, webp());
    expect((await mona.client.rpc('suspend_user', { user_id: dora.id, reason: 'Spam', days: 1 })).error).toBeNull();
    expect(await upload(dora.client, 'post-images', newName(dora, 'thumb.webp'), webp())).toBe(false);
    expect((await dora.client.storage.from('post-images').download(thumbnail)).error).toBeNull();
    expect(await publicly(thumbnail)).toBe(true);
    const deletion = await mona.client.rpc('delete_user', { user_id: dora.id, username: dora.username });
    expect(deletion.error).toBeNull();
    const token = world.withToken(dora.accessToken);
    expect(await upload(token, 'post-images', newName(dora, 'thumb.webp'), webp())).toBe(false);
    await remove(token, 'post-images', thumbnail);
    expect(await isStored('post-images', thumbnail)).toBe(true);
  });

  test('a thumbnail of a hidden post can be opened like its image by anybody who knows the name', async ({
    anna,
    adam,
  }) => {
    const name = await uploaded(anna, 'post-images');
    await upload(anna.client, 'post-images', thumbnailOf(name), webp());
    const { id } = await world.createPost(anna, { images: [name] });
    expect((await adam.client.rpc('hide_post', { post_id: id, reason: 'Spam' })).error).toBeNull();
    expect([await publicly(name), await publicly(thumbnailOf(name))]).toEqual([true, true]);
    for (const client of [world.guest, adam.client])
      expect((await client.storage.from('post-images').list(anna.authId)).data).toEqual([]);
  });
});

describe('reading', () => {
  test('a picture can be read by anybody who knows the name', async ({ anna }) => {
    const name = await uploaded(anna, 'post-images');
    expect(await fetch(storageUrl(`object/public/post-images/${name}`))).toAnswer(200);
  });

  test('a document is for the two parties of its quote only, and before that for its author', async ({
    bob,
    sentDocument,
    expectForPartiesOnly,
  }) => {
    const { path } = await sentDocument();
    await expectForPartiesOnly('quote-documents', path, await uploaded(bob, 'quote-documents', 'pdf'));
  });

  test('a file of a message is for its sender and recipient only, and before that for its sender', async ({
    bob,
    sentMessageFile,
    expectForPartiesOnly,
  }) => {
    const { path } = await sentMessageFile();
    await expectForPartiesOnly('message-files', path, await uploaded(bob, 'message-files', 'png'));
  });

  test('a file of a deleted message is closed to its recipient, and its sender can remove it', async ({
    anna,
    bob,
    sentMessageFile,
  }) => {
    const { path, messageId } = await sentMessageFile();
    await remove(bob.client, 'message-files', path);
    expect(await isStored('message-files', path)).toBe(true);
    await bob.client.rpc('delete_message', { message_id: messageId });
    expect(await canRead(anna.client, 'message-files', path)).toBe(false);
    await remove(anna.client, 'message-files', path);
    expect(await isStored('message-files', path)).toBe(true);
    await remove(bob.client, 'message-files', path);
    expect(await isStored('message-files', path)).toBe(false);
  });

  test('a user lists their own folder, and nothing of others', async ({ anna, bob, adam }) => {
    const name = await uploaded(anna, 'post-images');
    const list = async (client: Client, folder: string) =>
      ((await client.storage.from('post-images').list(folder)).data ?? []).map((file) => file.name);
    expect(await list(anna.client, anna.authId)).toContain(name.split('/')[1]);
    for (const client of [bob.client, adam.client, world.guest]) {
      expect(await list(client, anna.authId)).toEqual([]);
      expect(await list(client, '')).not.toContain(anna.authId);
    }
  });
});

describe('a token that outlives', () => {
  const all = async (person: Person, path: string) => {
    const bucket = person.client.storage.from('quote-documents');
    const { data } = await bucket.list(person.authId);
    const signed = await bucket.createSignedUrl(path, 60);
    await bucket.remove([path]);
    return {
      isRead: await canRead(person.client, 'quote-documents', path),
      listed: data?.length ?? 0,
      isSigned: signed.error === null,
      isThere: await isStored('quote-documents', path),
    };
  };

  test.each([
    [
      'its account',
      async (person: Person) => {
        const mona = await world.person('mona');
        return (await mona.client.rpc('delete_user', { user_id: person.id, username: person.username })).error;
      },
    ],
    ['its session', async (person: Person) => (await person.client.auth.signOut({ scope: 'global' })).error],
  ])('a token that outlives %s reads, lists, signs and removes nothing in its own folder', async (what, end) => {
    const left = await world.person(what === 'its account' ? 'gone' : 'signed-out');
    const path = await uploaded(left, 'quote-documents', 'pdf');
    expect(await canRead(left.client, 'quote-documents', path)).toBe(true);
    expect(await end(left)).toBeNull();
    // The client forgets a session that it has ended itself; whoever has copied the token does not.
    const kept = { ...left, client: world.withToken(left.accessToken) };
    expect(await all(kept, path)).toEqual({ isRead: false, listed: 0, isSigned: false, isThere: true });
  });
});

describe('a signed link', () => {
  const sign = (person: Person, path: string, seconds = 60) =>
    person.client.storage.from('quote-documents').createSignedUrl(path, seconds);

  test('a signed link fits its own file only, in its own bucket', async ({ bob, sentDocument }) => {
    const { path } = await sentDocument();
    const other = await uploaded(bob, 'quote-documents', 'pdf');
    const { data } = await sign(bob, path);
    const link = data?.signedUrl ?? '';
    expect(await fetch(link.replace(path, other))).toAnswer(400);
    expect(await fetch(link.replace('quote-documents', 'post-images'))).toAnswer(400);
    expect(await fetch(`${link}x`)).toAnswer(400);
    expect(await fetch(link.replace(/token=.*/, 'token='))).toAnswer(400);
  });

  test('a signed link expires', async ({ bob, sentDocument }) => {
    const { path } = await sentDocument();
    const { data } = await sign(bob, path, 1);
    await expect.poll(async () => (await fetch(data?.signedUrl ?? '')).status, { timeout: 10_000 }).toBe(400);
  });
});

describe('moving and copying', () => {
  test('moving a file is refused, both an own one and that of somebody else', async ({ anna, bob }) => {
    const name = await uploaded(anna, 'post-images');
    for (const person of [anna, bob]) {
      const { error } = await person.client.storage.from('post-images').move(name, newName(person));
      expect(error, person.username).not.toBeNull();
    }
    expect(await isStored('post-images', name)).toBe(true);
  });

  test('copying is refused for files that the user cannot read, and into the folder of somebody else', async ({
    anna,
    bob,
    carl,
    sentDocument,
  }) => {
    const { path } = await sentDocument();
    const stolen = newName(carl, 'pdf');
    expect((await carl.client.storage.from('quote-documents').copy(path, stolen)).error).not.toBeNull();
    expect(await isStored('quote-documents', stolen)).toBe(false);
    const planted = newName(anna, 'pdf');
    expect((await bob.client.storage.from('quote-documents').copy(path, planted)).error).not.toBeNull();
    expect(await isStored('quote-documents', planted)).toBe(false);
  });
});

describe('removing', () => {
  test('an owner removes their own files that nothing shows', async ({ anna, bob, adam }) => {
    for (const [bucket, extension] of [
      ['post-images', 'png'],
      ['avatars', 'png'],
      ['quote-documents', 'pdf'],
      ['message-files', 'jpg'],
    ] as const) {
      const name = await uploaded(anna, bucket, extension);
      for (const client of [bob.client, adam.client, world.guest]) {
        await remove(client, bucket, name);
        expect(await isStored(bucket, name), bucket).toBe(true);
      }
      await remove(anna.client, bucket, name);
      expect(await isStored(bucket, name), bucket).toBe(false);
    }
  });

  test('pictures of a post and their thumbnails can be removed only after the post', async ({ anna }) => {
    const name = await uploaded(anna, 'post-images');
    const thumbnail = name.replace('.png', '.thumb.webp');
    expect(await upload(anna.client, 'post-images', thumbnail)).toBe(true);
    const { id } = await world.createPost(anna, { images: [name] });
    await anna.client.storage.from('post-images').remove([name, thumbnail]);
    expect([await isStored('post-images', name), await isStored('post-images', thumbnail)]).toEqual([true, true]);
    await anna.client.from('posts').delete().eq('id', id);
    await anna.client.storage.from('post-images').remove([name, thumbnail]);
    expect([await isStored('post-images', name), await isStored('post-images', thumbnail)]).toEqual([false, false]);
  });

  test('documents and pictures of a quote cannot be removed, even if its post is gone', async ({ anna, bob }) => {
    const { id } = await world.createPost(anna);
    const path = await uploaded(bob, 'quote-documents', 'pdf');
    const picture = await uploaded(bob, 'post-images');
    await value(sendQuote(bob.client, id, { images: [picture], attachments: [{ path, name: 'x' }] }));
    await anna.client.from('posts').delete().eq('id', id);
    await remove(bob.client, 'quote-documents', path);
    await remove(bob.client, 'post-images', picture);
    expect([await isStored('quote-documents', path), await isStored('post-images', picture)]).toEqual([true, true]);
    expect(await canRead(anna.client, 'quote-documents', path)).toBe(true);
  });

  test('an avatar in use cannot be removed, or used by anybody else', async ({ anna, bob }) => {
    const name = await uploaded(anna, 'avatars');
    await anna.client.from('profiles').update({ avatar_path: name }).eq('id', anna.id);
    await remove(anna.client, 'avatars', name);
    expect(await isStored('avatars', name)).toBe(true);
    await anna.client.from('profiles').update({ avatar_path: null }).eq('id', anna.id);
    expect(await bob.client.from('profiles').update({ avatar_path: name }).eq('id', bob.id)).toAnswer(400);
    await remove(anna.client, 'avatars', name);
    expect(await isStored('avatars', name)).toBe(false);
  });
});

describe('pictures of news', () => {
  test('pictures of news and their thumbnails stay while an item shows them', async ({ adam }) => {
    const name = await uploaded(adam, 'news-images');
    const thumbnail = name.replace('.png', '.thumb.webp');
    await upload(adam.client, 'news-images', thumbnail, new Blob([png()], { type: 'image/webp' }));
    const { id } = await value(
      adam.client
        .from('news_items')
        .insert({ title: 'x', images: [name] })
        .select('id')
        .single(),
    );
    const kept = async () => [await isStored('news-images', name), await isStored('news-images', thumbnail)];
    for (const each of [name, thumbnail]) await remove(adam.client, 'news-images', each);
    expect(await kept()).toEqual([true, true]);
    await adam.client.from('news_items').delete().eq('id', id);
    for (const each of [name, thumbnail]) await remove(adam.client, 'news-images', each);
    expect(await kept()).toEqual([false, false]);
  });
});

describe('pictures of feedback', () => {
  test('pictures of feedback come from and open by edge functions only, and its deletion dooms them', async ({
    anna,
    adam,
  }) => {
    const name = `${randomUUID()}/1.png`;
    for (const client of [world.guest, anna.client, adam.client]) {
      expect(await upload(client, 'feedback-images', name)).toBe(false);
      expect(await upload(client, 'feedback-images', newName(adam))).toBe(false);
    }
    expect(await upload(world.service, 'feedback-images', name)).toBe(true);
    expect(await canRead(adam.client, 'feedback-images', name)).toBe(false);
    const [feedback] = await world.sql<{ id: number }>(
      `insert into public.feedback (email, category, subject, message, images, page_path, user_agent)
       values ('guest@example.com', 'bug', 'Broken map', 'The map does not open.', array[$1], '/', 'Firefox') returning id::integer`,
      [name],
    );
    for (const client of [world.guest, anna.client, adam.client]) {
      expect(await canRead(client, 'feedback-images', name)).toBe(client === adam.client);
      await remove(client, 'feedback-images', name);
    }
    expect(await isStored('feedback-images', name)).toBe(true);
    expect(await adam.client.rpc('delete_feedback', { feedback_id: feedback?.id ?? 0 })).toAnswer(204);
    expect(await canRead(adam.client, 'feedback-images', name)).toBe(false);
    expect(await world.sql('select bucket_id from private.doomed_uploads where name = $1', [name])).toEqual([
      { bucket_id: 'feedback-images' },
    ]);
  });
});

describe('attachments of a quote', () => {
  test('attachments of a quote are own documents that exist and are in no other quote', async ({
    anna,
    bob,
    carl,
    sentDocument,
  }) => {
    const { path } = await sentDocument();
    const { id } = await world.createPost(anna);
    const attach = async (person: Person, ...paths: string[]) =>
      (await sendQuote(person.client, id, { attachments: paths.map((each) => ({ path: each, name: 'x' })) })).status;
    expect(await attach(bob, path)).toBe(400);
    expect(await attach(carl, path)).toBe(400);
    expect(await attach(carl, newName(carl, 'pdf'))).toBe(400);
    expect(await attach(carl, await uploaded(carl, 'post-images'))).toBe(400);
    const own = await uploaded(carl, 'quote-documents', 'pdf');
    expect(await attach(carl, own, own)).toBe(400);
    const six = await Promise.all(Array.from({ length: 6 }, () => uploaded(carl, 'quote-documents', 'pdf')));
    expect(await attach(carl, ...six)).toBe(400);
    expect(await attach(carl, ...six.slice(1))).toBe(200);
    expect(
      await value(anna.client.from('quote_attachments').select('path, name, size_bytes').in('path', six).order('path')),
    ).toEqual(
      six
        .slice(1)
        .sort()
        .map((each) => ({ path: each, name: 'x.pdf', size_bytes: pdf().size })),
    );
  });
});

describe('the name of an attachment', () => {
  test.for([
    ['Offer.PDF', 'pdf', 'Offer.PDF'],
    ['Báo giá 100%.pdf', 'pdf', 'Báo giá 100%.pdf'],
    ['invoice.exe', 'pdf', 'invoice.exe.pdf'],
    ['invoice\u202efdp.exe', 'pdf', 'invoicefdp.exe.pdf'],
    ['../../etc\r\n/x.pdf', 'pdf', '.. .. etc x.pdf'],
    ['Photo.JPEG', 'jpg', 'Photo.JPEG'],
    ['pdf', 'pdf', 'pdf.pdf'],
    ['.pdf', 'pdf', '.pdf.pdf'],
    [' ', 'png', 'document.png'],
    [`${'x'.repeat(300)}.exe`, 'pdf', `${'x'.repeat(251)}.pdf`],
  ] as const)(
    '%j of a %s is %s: it ends as the file does',
    async ([name, extension, expected], { anna, bob, sentMessageFile }) => {
      const { quoteId } = await sentMessageFile('png');
      const path = await uploaded(bob, 'message-files', extension);
      await value(bob.client.rpc('send_message', { quote_id: quoteId, content: 'x', attachments: [{ path, name }] }));
      expect(await value(anna.client.from('message_attachments').select('name').eq('path', path))).toEqual([
        { name: expected },
      ]);
    },
  );
});

describe('attachments of a message', () => {
  test('attachments of a message are own files of its bucket that are in no other message, five at most', async ({
    anna,
    bob,
    sentMessageFile,
  }) => {
    const { path, quoteId } = await sentMessageFile('png');
    const attach = async (person: Person, ...paths: string[]) =>
      (
        await person.client.rpc('send_message', {
          quote_id: quoteId,
          content: 'x',
          attachments: paths.map((each) => ({ path: each, name: 'x' })),
        })
      ).status;
    expect(await attach(bob, path)).toBe(400);
    expect(await attach(anna, path)).toBe(400);
    expect(await attach(anna, newName(anna, 'pdf'))).toBe(400);
    expect(await attach(anna, await uploaded(anna, 'quote-documents', 'pdf'))).toBe(400);
    const own = await uploaded(anna, 'message-files', 'pdf');
    expect(await attach(anna, own, own)).toBe(400);
    const six = await Promise.all(Array.from({ length: 6 }, () => uploaded(anna, 'message-files', 'pdf')));
    expect(await attach(anna, ...six)).toBe(400);
    // What was refused left no message without its files.
    expect(await world.sql('select 1 from public.messages where quote_id = $1', [quoteId])).toHaveLength(1);
    expect(await attach(anna, ...six.slice(1))).toBe(200);
    expect(
      await value(bob.client.from('message_attachments').select('path, size_bytes').in('path', six).order('path')),
    ).toEqual(
      six
        .slice(1)
        .sort()
        .map((each) => ({ path: each, size_bytes: pdf().size })),
    );
  });
});

describe('buckets', () => {
  test('buckets cannot be managed through the API', async ({ adam }) => {
    for (const client of [adam.client, world.guest]) {
      expect((await client.storage.createBucket('mine', { public: true })).error).not.toBeNull();
      await client.storage.updateBucket('quote-documents', { public: true });
      await client.storage.emptyBucket('quote-documents');
      await client.storage.deleteBucket('quote-documents');
    }
    expect(await world.sql('select id, public from storage.buckets order by id')).toEqual([
      { id: 'avatars', public: true },
      { id: 'feedback-images', public: false },
      { id: 'message-files', public: false },
      { id: 'news-images', public: true },
      { id: 'post-documents', public: false },
      { id: 'post-images', public: true },
      { id: 'quote-documents', public: false },
    ]);
    expect(await world.sql(`select 1 from storage.objects where bucket_id = 'quote-documents' limit 1`)).toHaveLength(
      1,
    );
  });
});
