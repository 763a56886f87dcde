import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { MESSAGE_ATTACHMENTS } from '../../functions/_shared/domain/message-files.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import { ONE_PIXEL_PNG } from '../support/one-pixel.ts';
import type { Person } from '../support/world.ts';
import { type Answer, ApiClient, QUOTE, withToken } from './api-client.ts';

let image: string;
let document: string;

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');

const form = (field: string, file: File) => {
  const data = new FormData();
  data.append(field, file);
  return data;
};

test.beforeAll(async ({ world }) => {
  const [anna, bob] = [await world.person('anna'), await world.person('bob')];
  const images = await withToken(anna).call('POST', '/api/posts/upload-images', {
    raw: form('images', new File([ONE_PIXEL_PNG], 'a.png')),
  });
  [image = ''] = z.object({ imagePaths: z.array(z.string()) }).parse(images.body).imagePaths;
  const upload = await withToken(bob).call('POST', '/api/quotes/upload-document', {
    raw: form('document', new File([PDF], 'Offer.pdf')),
  });
  document = z.object({ documentPath: z.string() }).parse(upload.body).documentPath;
  const post = await world.createPost(anna);
  const quote = { ...QUOTE, postId: post.id, attachments: [{ path: document, name: 'Báo giá & điều kiện.pdf' }] };
  expect((await withToken(bob).post('/api/quotes', quote)).status).toBeLessThan(300);
});

const find = (client: ApiClient, bucket: string, path: string, more = '') =>
  client.get(`/api/files?bucket=${bucket}&path=${encodeURIComponent(path)}${more}`);
const placeOf = ({ headers }: Answer) => headers.get('Location') ?? '';

describe('GET /api/files', () => {
  test('an image can be found by everybody', async () => {
    const answer = await find(new ApiClient(), 'post-images', image);
    expect(answer).toAnswer(302);
    const file = await fetch(placeOf(answer));
    expect([file.status, new Uint8Array(await file.arrayBuffer())]).toEqual([200, ONE_PIXEL_PNG]);
  });

  test('a document of a quote is found by both parties, under the name that they ask for', async ({ anna, bob }) => {
    for (const person of [anna, bob]) {
      const answer = await find(
        withToken(person),
        'quote-documents',
        document,
        `&name=${encodeURIComponent('Báo giá & điều kiện.pdf')}`,
      );
      expect(answer).toAnswer(302);
      // The address alone is enough: no session goes along.
      const file = await fetch(placeOf(answer));
      expect([file.status, Buffer.from(await file.arrayBuffer())]).toEqual([200, PDF]);
      expect(decodeURIComponent(file.headers.get('Content-Disposition') ?? '')).toContain('Báo giá & điều kiện.pdf');
    }
  });

  test('a stranger gets 401 without a session, and 404 for a hidden file as for a missing one', async ({ carl }) => {
    expect(await find(new ApiClient(), 'quote-documents', document)).toAnswer(401);
    const hidden = await find(withToken(carl), 'quote-documents', document);
    const missing = await find(withToken(carl), 'quote-documents', document.replace(/[0-9a-f]{8}-/, '00000000-'));
    expect(hidden).toAnswer(404, { message: 'File not found', code: 'not_found' });
    expect(missing).toAnswer(hidden.status, hidden.body);
  });

  test('a link to a private file lasts 60 seconds; a document is saved, with and without a name', async ({ anna }) => {
    const client = withToken(anna);
    for (const [more, name] of [
      ['', ''],
      ['&name=Offer.pdf', 'Offer.pdf'],
    ]) {
      const answer = await client.get(
        `/api/files/link?bucket=quote-documents&path=${encodeURIComponent(document)}${more}`,
      );
      const { url } = z.object({ url: z.string() }).parse(answer.body);
      const { searchParams } = new URL(url);
      const [, claims = ''] = (searchParams.get('token') ?? '').split('.');
      const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
      expect([exp - iat, searchParams.get('download')]).toEqual([60, name]);
    }
  });

  test('a path that leads out of a bucket is refused', async ({ anna }) => {
    const paths = [
      '../quote-documents/a.pdf',
      'a/../../b.png',
      '/etc/passwd',
      'a/b/c.png',
      'a//b.png',
      'https://evil.example/a.png',
      'a/b.png\u0000',
      'a/b.png?x=1',
      '',
    ];
    for (const path of paths) expect(await find(withToken(anna), 'post-images', path), path).toAnswer(400);
    expect(await find(withToken(anna), 'private', image)).toAnswer(400);
  });
});

describe('files that open in the browser', () => {
  const PNG = Buffer.from(ONE_PIXEL_PNG);
  const HTML = Buffer.from('<!doctype html><script>alert(document.domain)</script>');
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(document.domain)"/>');
  const OFFICE = Buffer.from('PK\u0003\u0004');
  const types: Readonly<Record<string, string>> = { ...MESSAGE_ATTACHMENTS.types };

  /** Stores bytes as a client can that passes by the page and /api, before the job `inspection` looks at them. */
  const stored = async (person: Person, bucket: string, ending: string, bytes: Buffer) => {
    const path = `${person.authId}/${randomUUID()}.${ending}`;
    const file = new Blob([new Uint8Array(bytes)], { type: types[ending] ?? '' });
    const { error } = await person.client.storage.from(bucket).upload(path, file, { contentType: types[ending] ?? '' });
    expect(error, path).toBeNull();
    return path;
  };
  const linkOf = async (person: Person, bucket: string, path: string, more: string) => {
    const answer = await withToken(person).get(`/api/files/link?bucket=${bucket}&path=${path}${more}`);
    return z.object({ url: z.string() }).parse(answer.body).url;
  };

  for (const bucket of ['quote-documents', 'message-files', 'post-documents'])
    test(`[A743] of ${bucket}, PDFs and images are shown, other files and those that lie are saved`, async ({
      bob,
    }) => {
      const isOfMessages = bucket === 'message-files';
      for (const [ending, bytes, isShown] of [
        ['pdf', PDF, true],
        ['pdf', HTML, false],
        ['pdf', SVG, false],
        ['pdf', PNG, false],
        ['docx', OFFICE, false],
        ['xls', HTML, false],
        ...(isOfMessages
          ? ([
              ['png', PNG, true],
              ['png', SVG, false],
              ['jpg', HTML, false],
              ['jpeg', PNG, false],
            ] as const)
          : []),
      ] as const) {
        const what = `${ending}: ${bytes.subarray(0, 12).toString('latin1')}`;
        const path = await stored(bob, bucket, ending, bytes);
        for (const [name, saved] of [
          ['', ''],
          ['&name=Offer', 'Offer'],
        ] as const) {
          const url = await linkOf(bob, bucket, path, `&inline=true${name}`);
          expect(new URL(url).searchParams.get('download'), what).toBe(isShown ? null : saved);
          const file = await fetch(url);
          expect(file.headers.get('Content-Disposition') === null, what).toBe(isShown);
          expect([file.headers.get('Content-Type'), file.headers.get('X-Content-Type-Options')]).toEqual([
            types[ending],
            'nosniff',
          ]);
          expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
        }
        // Nor does a link open it from which its owner has taken the wish to save it.
        const bare = new URL(await linkOf(bob, bucket, path, '&inline=true'));
        bare.searchParams.delete('download');
        const { headers } = await fetch(bare);
        if (!isShown) expect(headers.get('Content-Disposition'), what).toBe('attachment');
      }
    });

  test('[A743] a page or drawing with a script is not shown as a public image', async ({ anna }) => {
    for (const bytes of [HTML, SVG]) {
      const path = await stored(anna, 'post-images', 'png', bytes);
      const file = await fetch(placeOf(await find(new ApiClient(), 'post-images', path)));
      expect(file.headers.get('Content-Disposition')).toBe('attachment');
      expect(file.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
    }
  });

  test('[A743] without `inline` links are what they were: documents are saved, images shown', async ({ bob }) => {
    const link = async (bucket: string, path: string, more = '') =>
      new URL(await linkOf(bob, bucket, path, more)).searchParams.get('download');
    const pdf = await stored(bob, 'message-files', 'pdf', PDF);
    const png = await stored(bob, 'message-files', 'png', PNG);
    expect([await link('message-files', pdf), await link('message-files', png)]).toEqual(['', null]);
    expect(await link('message-files', png, '&inline=false&name=a.png')).toBe('a.png');
    expect(await withToken(bob).get(`/api/files/link?bucket=message-files&path=${png}&inline=maybe`)).toAnswer(400);
  });
});
