/** Stored files: who may do what, limits, and that nothing stored ever runs in a browser. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { sign } from 'hono/jwt';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbeddedSupabase, type EmbeddedSupabase } from '../src/server.ts';
import { clientOf, makeProject, signedIn } from './project.ts';

const project = makeProject();
let server: EmbeddedSupabase;
let anna: { client: SupabaseClient; id: string; token: string };
let bob: typeof anna;

beforeAll(async () => {
  server = await startEmbeddedSupabase({ ...project, requireEmailVerification: false, quiet: true });
  anna = await signedIn(server, 'anna@example.com');
  bob = await signedIn(server, 'bob@example.com');
});
afterAll(async () => {
  await server?.stop();
  project.remove();
});

const png = (text = 'picture') => new Blob([text], { type: 'image/png' });
const pdf = (text = 'paper') => new Blob([text], { type: 'application/pdf' });
const statusOf = (error: { statusCode?: string } | null) => error?.statusCode;

test('an upload in a form, as the page sends it, comes back byte for byte', async () => {
  const path = `${anna.id}/Đơn hàng – 见积 (1).png`;
  expect(
    (await anna.client.storage.from('pictures').upload(path, png('ảnh'), { cacheControl: '60' })).error,
  ).toBeNull();
  const answer = await fetch(anna.client.storage.from('pictures').getPublicUrl(path).data.publicUrl);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'max-age=60',
  ]);
  expect(await answer.text()).toBe('ảnh');
  const { data } = await anna.client.storage.from('pictures').list(anna.id);
  expect(data?.map(({ name }) => name)).toEqual(['Đơn hàng – 见积 (1).png']);
});

test('reading a file by any door writes nothing', async () => {
  const path = `${anna.id}/read.png`;
  const storage = anna.client.storage.from('pictures');
  expect((await storage.upload(path, png())).error).toBeNull();
  const row = () => server.sql(`select o.*, o.xmin::text as written from storage.objects o where name = $1`, [path]);
  const before = await row();
  expect(before).toHaveLength(1);
  const { data: link } = await storage.createSignedUrl(path, 60);
  const own = `${server.supabaseUrl}/storage/v1/object/pictures/${path}`;
  const headers = { apikey: server.publishableKey, Authorization: `Bearer ${anna.token}` };
  for (const url of [storage.getPublicUrl(path).data.publicUrl, link?.signedUrl ?? '', own])
    for (const method of ['GET', 'HEAD']) expect(await fetch(url, { method, headers })).toAnswer(200);
  expect((await storage.info(path)).error).toBeNull();
  expect(await row()).toEqual(before);
});

test('people write, see and remove below their own folder only', async () => {
  const mine = `${anna.id}/mine.pdf`;
  expect((await anna.client.storage.from('papers').upload(mine, pdf())).error).toBeNull();
  expect(statusOf((await bob.client.storage.from('papers').upload(`${anna.id}/theirs.pdf`, pdf())).error)).toBe('403');
  expect(statusOf((await clientOf(server).storage.from('papers').upload(`${anna.id}/anon.pdf`, pdf())).error)).toBe(
    '403',
  );
  expect(statusOf((await bob.client.storage.from('papers').download(mine)).error)).toBe('404');
  expect(statusOf((await bob.client.storage.from('papers').createSignedUrl(mine, 60)).error)).toBe('404');
  expect((await bob.client.storage.from('papers').list(anna.id)).data).toEqual([]);
  await bob.client.storage.from('papers').remove([mine]);
  expect(await (await anna.client.storage.from('papers').download(mine)).data?.text()).toBe('paper');
  expect((await anna.client.storage.from('papers').remove([mine])).data).toHaveLength(1);
  expect(statusOf((await anna.client.storage.from('papers').download(mine)).error)).toBe('404');
});

test('a shared cache keeps no file of a private bucket, whatever its sender wished', async () => {
  const path = `${anna.id}/cached.pdf`;
  const bucket = anna.client.storage.from('papers');
  const own = { apikey: server.publishableKey, Authorization: `Bearer ${anna.token}` };
  const door = `${server.supabaseUrl}/storage/v1/object/papers/${path}`;
  const sent = { method: 'POST', headers: { ...own, 'Cache-Control': 'public, s-maxage=31536000' }, body: pdf() };
  expect((await fetch(door, sent)).status).toBe(200);
  const { data: link } = await bucket.createSignedUrl(path, 60);
  for (const address of [link?.signedUrl ?? '', door]) {
    const answer = await fetch(address, { headers: own });
    expect([await answer.text(), answer.headers.get('cache-control')]).toEqual(['paper', 'private, max-age=60']);
  }
});

test('a file whose bytes nobody reads is not left open: by HEAD or by a client that leaves', async () => {
  const path = `${anna.id}/large.png`;
  const albums = anna.client.storage.from('albums');
  expect((await albums.upload(path, png('x'.repeat(1_000_000)))).error).toBeNull();
  const doors = [
    albums.getPublicUrl(path).data.publicUrl,
    `${server.supabaseUrl}/storage/v1/object/albums/${path}`,
    (await albums.createSignedUrl(path, 60)).data?.signedUrl ?? '',
  ];
  const before = readdirSync('/dev/fd').length;
  for (const door of doors)
    for (let n = 0; n < 10; n += 1) {
      expect((await fetch(door, { method: 'HEAD' })).status).toBe(200);
      const left = new AbortController();
      await fetch(door, { signal: left.signal });
      left.abort();
    }
  await vi.waitFor(() => expect(readdirSync('/dev/fd').length - before).toBeLessThan(10));
});

test('pipelined downloads that nobody reads leave no file open', async () => {
  const path = `${anna.id}/pipelined.png`;
  const albums = anna.client.storage.from('albums');
  expect((await albums.upload(path, png('x'.repeat(1_500_000)))).error).toBeNull();
  const door = new URL(albums.getPublicUrl(path).data.publicUrl);
  const get = `GET ${door.pathname} HTTP/1.1\r\nHost: a\r\n\r\n`;
  const openFiles = () => readdirSync('/dev/fd').length;
  const before = openFiles();
  const sockets = Array.from({ length: 40 }, () => connect(Number(door.port), door.hostname));
  for (const socket of sockets) socket.write(get.repeat(8));
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));
  expect((await fetch(door)).status).toBe(200);
  // Both ends of each connection, and one file.
  expect(openFiles() - before).toBeLessThan(3.5 * sockets.length);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(() => expect(openFiles() - before).toBeLessThan(10));
});

test('no key leaves the folder of the files', async () => {
  const raw = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const upload = request(
        `${server.supabaseUrl}`,
        {
          method: 'POST',
          path: `/storage/v1/object/pictures/${path}`,
          headers: {
            authorization: `Bearer ${anna.token}`,
            apikey: server.publishableKey,
            'content-type': 'image/png',
            'content-length': 3,
          },
        },
        (response) => resolve(response.resume().statusCode ?? 0),
      );
      upload.once('error', reject);
      upload.end('abc');
    });
  for (const path of [
    `${anna.id}/../../../evil.png`,
    `${anna.id}/..%2f..%2fevil.png`,
    `${anna.id}/%2e%2e/%2e%2e/evil.png`,
    `${anna.id}/..\\..\\evil.png`,
  ]) {
    await raw(path);
  }
  const everything = readdirSync(project.dataDir, { recursive: true }).map(String);
  expect(everything.filter((name) => name.includes('evil'))).toEqual([]);
  const files = readdirSync(join(project.dataDir, 'storage'), { recursive: true }).map(String);
  for (const name of files) expect(name).toMatch(/^[0-9a-f]{2}([/\\][0-9a-f]{64})?$/);
});

test('size and type limits of a bucket hold, in forms and plain', async () => {
  const bucket = anna.client.storage.from('pictures');
  expect(statusOf((await bucket.upload(`${anna.id}/exact.png`, png('x'.repeat(1000)))).error)).toBeUndefined();
  expect(statusOf((await bucket.upload(`${anna.id}/big.png`, png('x'.repeat(1001)))).error)).toBe('413');
  expect(statusOf((await bucket.upload(`${anna.id}/huge.png`, png('x'.repeat(6_000_000)))).error)).toBe('413');
  expect(
    statusOf((await bucket.upload(`${anna.id}/a.svg`, new Blob(['<svg/>'], { type: 'image/svg+xml' }))).error),
  ).toBe('415');
  expect(statusOf((await bucket.upload(`${anna.id}/exact.png`, png())).error)).toBe('409');
  const unsized = await fetch(`${server.supabaseUrl}/storage/v1/object/pictures/${anna.id}/stream.png`, {
    method: 'POST',
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'image/png' },
    body: new Blob(['x'.repeat(2000)]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect((await unsized.json()).statusCode).toBe('411');
});

test('a form with many parts, or with many lines before its file, is refused before it is parsed', async () => {
  const type = 'image/png';
  const file = 'Content-Disposition: form-data; name=""; filename="a.png"\r\nContent-Type: image/png';
  const formOf = (parts: string[]) => `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`;
  const send = (body: string, formType = 'multipart/form-data; boundary="x"') =>
    fetch(`${server.supabaseUrl}/storage/v1/object/pictures/${anna.id}/${randomUUID()}.png`, {
      method: 'POST',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${anna.token}`,
        'content-type': formType,
      },
      body,
    });
  const few = Array.from({ length: 10 }, () => `${file}\r\n\r\n${type}`);
  expect((await send(formOf(few))).status).toBe(200);
  for (const parts of [[...few, ...few], [`${'a: b\r\n'.repeat(2_000)}${file}\r\n\r\n${type}`]])
    expect(await (await send(formOf(parts))).json()).toMatchObject({ message: 'The form has too many parts' });
  // A body of the same letters as a long boundary.
  const boundary = `b${'a'.repeat(12_000)}`;
  const alike = `--${boundary.slice(0, -1)}x`.repeat(8) + 'a'.repeat(1_000_000);
  expect(await (await send(alike, `multipart/form-data; boundary=${boundary}`)).json()).toMatchObject({
    message: 'The form has too many parts',
  });
  // Of two types, the boundary of the first counts.
  const twice = 'multipart/form-data; boundary="y", multipart/form-data; boundary="x"';
  expect(await (await send(formOf([...few, ...few]), twice)).json()).toMatchObject({
    message: 'Missing file in multipart upload',
  });
});

test('of uploads of one name at once, the bytes and the size of the same one are kept', async () => {
  const bucket = anna.client.storage.from('papers');
  for (let turn = 0; turn < 10; turn += 1) {
    const path = `${anna.id}/turn-${turn}.pdf`;
    const uploads = [1000, 1].map((size) => bucket.upload(path, pdf('x'.repeat(size))));
    const refusals = (await Promise.all(uploads)).map(({ error }) => statusOf(error));
    expect(refusals.filter((status) => status !== undefined)).toEqual(['409']);
    const [{ size } = { size: 0 }] = await server.sql<{ size: number }>(
      `select (metadata ->> 'size')::int as size from storage.objects where name = '${path}'`,
    );
    expect((await bucket.download(path)).data?.size).toBe(size);
  }
});

test('a refusal waits for the end of an upload, so that a slow client gets it and can go on', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const piece = 'x'.repeat(3_000_000);
  const begin = () => {
    const upload = request(`${server.supabaseUrl}/storage/v1/object/pictures/${anna.id}/slow.png`, {
      agent,
      method: 'POST',
      headers: {
        authorization: `Bearer ${anna.token}`,
        'content-type': 'image/png',
        'content-length': 2 * piece.length,
      },
    });
    const status = once(upload, 'response').then(([answer]: IncomingMessage[]) =>
      once(answer?.resume() ?? upload, 'end').then(() => answer?.statusCode),
    );
    return { upload, status };
  };
  for (const isSameConnection of [false, true]) {
    const { upload, status } = begin();
    const early = vi.fn();
    upload.once('response', early);
    await new Promise((sent) => upload.write(piece, sent));
    // What could be answered already is answered before this.
    expect((await clientOf(server).storage.from('pictures').list('')).error).toBeNull();
    expect(early).not.toHaveBeenCalled();
    upload.end(piece);
    expect([await status, upload.reusedSocket]).toEqual([400, isSameConnection]);
  }
  agent.destroy();
});

test('a file that the disk has lost is answered like one that never was', async () => {
  const bucket = anna.client.storage.from('pictures');
  const files = () =>
    readdirSync(join(project.dataDir, 'storage'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.length > 2,
    );
  const before = files();
  expect((await bucket.upload(`${anna.id}/lost.png`, png())).error).toBeNull();
  for (const name of files().filter((each) => !before.includes(each))) rmSync(join(project.dataDir, 'storage', name));
  const answerOf = async (name: string) => {
    const shown = await fetch(bucket.getPublicUrl(`${anna.id}/${name}`).data.publicUrl);
    const { error } = await bucket.download(`${anna.id}/${name}`);
    const copied = await bucket.copy(`${anna.id}/${name}`, `${anna.id}/copy-of-${name}`);
    return [shown.status, await shown.json(), statusOf(error), statusOf(copied.error)];
  };
  expect(await answerOf('lost.png')).toEqual(await answerOf('never.png'));
  expect((await bucket.list(anna.id, { search: 'copy-of-lost' })).data).toEqual([]);
  expect((await bucket.remove([`${anna.id}/lost.png`])).error).toBeNull();
  expect((await bucket.upload(`${anna.id}/lost.png`, png())).error).toBeNull();
});

test('of two files at once for one place, the bytes of the refused one stay by no way', async () => {
  const bucket = anna.client.storage.from('papers');
  const send = async (method: string, name: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.supabaseUrl}/storage/v1/object/papers/${name}`, {
      method,
      headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/pdf', ...headers },
      body: pdf(),
    });
    return answer.ok;
  };
  const isDone = ({ error }: { error: unknown }) => error === null;
  const source = `${anna.id}/source-of-two.pdf`;
  expect(isDone(await bucket.upload(source, pdf()))).toBe(true);
  const ways: Record<string, (name: string) => Promise<boolean>> = {
    form: async (name) => isDone(await bucket.upload(name, pdf())),
    post: (name) => send('POST', name),
    upsert: (name) => send('POST', name, { 'x-upsert': 'true' }),
    put: (name) => send('PUT', name),
    link: async (name) => {
      const { data } = await bucket.createSignedUploadUrl(name);
      return isDone(await bucket.uploadToSignedUrl(data?.path ?? '', data?.token ?? '', pdf()));
    },
    copy: async (name) => isDone(await bucket.copy(source, name)),
  };
  const stored = () =>
    readdirSync(join(project.dataDir, 'storage'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.length > 2)
      .map((name) => name.slice(-64));
  for (const [way, store] of Object.entries(ways)) {
    const before = stored();
    await Promise.all([0, 1].map((nr) => store(`${anna.id}/${way}/only-${nr}.pdf`)));
    const rows = await server.sql<{ name: string }>(
      `select name from storage.objects where bucket_id = 'papers' and name like '%/${way}/only-%'`,
    );
    expect(rows.length, way).toBe(1);
    expect(
      stored().filter((name) => !before.includes(name)),
      way,
    ).toEqual(rows.map(({ name }) => createHash('sha256').update(`papers\n${name}`).digest('hex')));
  }
});

test('a signed link overwrites no file, and leaves none that the database refuses at its end', async () => {
  const bucket = anna.client.storage.from('papers');
  const link = (name: string, upsert: boolean) => bucket.createSignedUploadUrl(`${anna.id}/${name}`, { upsert });
  expect((await link('linked.pdf', true)).error).not.toBeNull();
  const stored = () => readdirSync(join(project.dataDir, 'storage'), { recursive: true, encoding: 'utf8' });
  const put = async (name: string) => {
    const { data } = await link(name, false);
    return bucket.uploadToSignedUrl(data?.path ?? '', data?.token ?? '', pdf());
  };
  expect((await put('linked.pdf')).error).toBeNull();
  const before = stored();
  expect(statusOf((await put('refused.pdf')).error)).toBe('403');
  expect(stored().filter((name) => !before.includes(name) && name.length > 2)).toEqual([]);
});

test('a copy and an upload at once store one file, whose bytes are those of its row', async () => {
  const bucket = anna.client.storage.from('papers');
  const source = `${anna.id}/source.pdf`;
  expect((await bucket.upload(source, pdf('x'.repeat(900)))).error).toBeNull();
  for (let turn = 0; turn < 10; turn += 1) {
    const target = `${anna.id}/target-${turn}.pdf`;
    const answers = await Promise.all([bucket.copy(source, target), bucket.upload(target, pdf())]);
    expect(answers.map(({ error }) => statusOf(error)).filter((status) => status !== undefined)).toEqual(['409']);
    const { data } = await bucket.list(anna.id, { search: `target-${turn}` });
    expect(data?.map(({ metadata }) => metadata?.['size'])).toEqual([(await bucket.download(target)).data?.size]);
  }
});

test('a file stays with a row that the database keeps after the rights to remove it were asked', async () => {
  const bucket = anna.client.storage.from('papers');
  const [kept, other] = [`${anna.id}/kept.pdf`, `${anna.id}/other.pdf`];
  for (const path of [kept, other]) expect((await bucket.upload(path, pdf())).error).toBeNull();
  expect(statusOf((await bucket.remove([kept])).error)).toBe('403');
  expect(await (await bucket.download(kept)).data?.text()).toBe('paper');
  expect((await bucket.remove([other])).data).toHaveLength(1);
  expect(statusOf((await bucket.download(other)).error)).toBe('404');
});

test('a stalled upload to a link keeps nobody from the object', async () => {
  const path = `${anna.id}/waited-for.pdf`;
  const bucket = anna.client.storage.from('papers');
  const { data } = await bucket.createSignedUploadUrl(path);
  const stalled = request(`${server.supabaseUrl}/storage/v1/object/upload/sign/papers/${path}?token=x`, {
    method: 'PUT',
    agent: false,
    headers: { apikey: server.publishableKey, 'content-type': 'application/pdf', 'content-length': '100' },
  }).on('error', () => undefined);
  await new Promise((resolve) => stalled.write('x', resolve));
  expect((await bucket.list(anna.id)).error).toBeNull();
  expect((await bucket.uploadToSignedUrl(path, data?.token ?? '', pdf())).error).toBeNull();
  stalled.destroy();
});

test('an upload that breaks off leaves nothing behind', async () => {
  const stored = () => readdirSync(join(project.dataDir, 'storage'), { recursive: true });
  const before = stored();
  await new Promise<void>((resolve) => {
    const upload = request(`${server.supabaseUrl}/storage/v1/object/pictures/${anna.id}/half.png`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${anna.token}`,
        apikey: server.publishableKey,
        'content-type': 'image/png',
        'content-length': 900,
      },
    });
    upload.once('error', () => resolve());
    upload.write('x'.repeat(400), () => upload.destroy(new Error('cable pulled')));
  });
  // Another request after it: what the first one would have done is done by then.
  expect(statusOf((await anna.client.storage.from('pictures').download(`${anna.id}/half.png`)).error)).toBe('404');
  expect(stored()).toEqual(before);
});

test('a stored file never runs in a browser, whatever type it claims', async () => {
  const bucket = anna.client.storage.from('pictures');
  const script = '<script>window.__pwned = true</script>';
  for (const [n, type] of Object.entries([
    'text/html',
    'image/png',
    'image/jpeg',
    'image/gif',
    'image/webp',
    'application/pdf',
  ])) {
    await bucket.upload(`${anna.id}/lie-${n}`, new Blob([script], { type }));
    const { status, headers } = await fetch(bucket.getPublicUrl(`${anna.id}/lie-${n}`).data.publicUrl);
    expect([status, headers.get('content-disposition')], type).toEqual([200, 'attachment']);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  }
});

test('an image and a PDF are shown, unless they are asked for under a name', async () => {
  const bucket = anna.client.storage.from('pictures');
  const picture = Uint8Array.from('\u0089PNG\r\n\u001a\n and more', (sign) => sign.charCodeAt(0));
  for (const [name, file, policy] of [
    ['true.png', new Blob([picture], { type: 'image/png' }), "default-src 'none'; sandbox"],
    ['true.pdf', new Blob(['%PDF-1.7 and more'], { type: 'application/pdf' }), null],
  ] as const) {
    await bucket.upload(`${anna.id}/${name}`, file);
    const address = bucket.getPublicUrl(`${anna.id}/${name}`).data.publicUrl;
    const shown = await fetch(address);
    expect(shown.headers.get('content-disposition')).toBeNull();
    expect(shown.headers.get('content-security-policy')).toBe(policy);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(await file.arrayBuffer()));
    const asked = await fetch(address, { method: 'HEAD' });
    const ofConnection = ['connection', 'date', 'keep-alive'];
    const told = ({ headers }: Response) => [...headers].filter(([header]) => !ofConnection.includes(header));
    expect(told(asked)).toEqual(told(shown));
    const saved = await fetch(`${address}?download=a.bin`);
    expect(saved.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a.bin");
  }
});

test('a signed link opens one object for its time', async () => {
  const bucket = anna.client.storage.from('papers');
  await bucket.upload(`${anna.id}/quote.pdf`, pdf('offer'));
  await bucket.upload(`${anna.id}/other.pdf`, pdf('secret'));
  const { data } = await bucket.createSignedUrl(`${anna.id}/quote.pdf`, 60);
  const link = data?.signedUrl ?? '';
  const opened = await fetch(link);
  expect([opened.status, await opened.text(), opened.headers.get('content-disposition')]).toEqual([
    200,
    'offer',
    'attachment',
  ]);
  const named = await fetch(`${link}&download=${encodeURIComponent("báo giá (2)'.pdf")}`);
  expect(named.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''b%C3%A1o%20gi%C3%A1%20%282%29%27.pdf",
  );
  expect(await fetch(link.replace('quote.pdf', 'other.pdf'))).toAnswer(400);
  expect(await fetch(link.replace('/papers/', '/pictures/'))).toAnswer(400);
  expect(await fetch(`${link}x`)).toAnswer(400);
  expect(await fetch(link.split('?')[0] ?? '')).toAnswer(400);
  const { jwtSecret } = JSON.parse(readFileSync(join(project.dataDir, 'keys.json'), 'utf8'));
  const expired = await sign(
    { sub: `${anna.id}/quote.pdf`, bucket: 'papers', intent: 'download', exp: Math.floor(Date.now() / 1000) - 1 },
    jwtSecret,
    'HS256',
  );
  const late = await fetch(link.replace(/token=.*/, `token=${expired}`));
  expect([late.status, (await late.json()).error]).toEqual([400, 'InvalidJWT']);
  const many = Array.from({ length: 51 }, (_, number) => `${anna.id}/${String(number)}.pdf`);
  expect(statusOf((await bucket.createSignedUrls(many, 60)).error)).toBe('400');
  const several = await bucket.createSignedUrls([`${anna.id}/quote.pdf`, `${anna.id}/none.pdf`], 60);
  expect(await (await fetch(several.data?.[0]?.signedUrl ?? '')).text()).toBe('offer');
  expect(several.data?.[1]?.error).toBeTruthy();
});

test('a listing shows a folder at a time', async () => {
  const bucket = bob.client.storage.from('papers');
  for (const name of ['a.pdf', 'deep/b.pdf', 'deep/er/c.pdf']) await bucket.upload(`${bob.id}/${name}`, pdf());
  const names = async (folder: string) => (await bucket.list(folder)).data?.map(({ name, id }) => [name, id !== null]);
  expect(await names(bob.id)).toEqual([
    ['a.pdf', true],
    ['deep', false],
  ]);
  expect(await names(`${bob.id}/deep`)).toEqual([
    ['b.pdf', true],
    ['er', false],
  ]);
});

test('a listing names a hundred files unless it asks for more, and at most 1,500', async () => {
  const bucket = bob.client.storage.from('papers');
  await server.sql(
    `insert into storage.objects (bucket_id, name, metadata) select 'papers', $1 || '/many-' || n, '{"size": 1}' from generate_series(1, 1600) as n`,
    [bob.id],
  );
  const search = 'many-';
  const listed = async (options: object) => (await bucket.list(bob.id, { search, ...options })).data?.length;
  expect([await listed({}), await listed({ limit: 200 }), await listed({ limit: 5000 })]).toEqual([100, 200, 1500]);
  await server.sql(`delete from storage.objects where name like '%/many-%'`);
});
