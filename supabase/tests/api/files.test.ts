import { describe, expect } from 'vitest';
import { z } from 'zod';
import { fileTest as test } from '../support/embedded/test.ts';
import { ONE_PIXEL_PNG } from '../support/one-pixel.ts';
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
