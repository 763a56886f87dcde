import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { documentUploadResponseSchema } from '../../functions/_shared/domain/document-files.ts';
import { imageUploadResponseSchema } from '../../functions/_shared/domain/image-files.ts';
import { fileToStore } from '../../functions/_shared/domain/image-metadata.ts';
import { ATTACHMENT_SIZE_MAX, IMAGE_SIZE_MAX } from '../../functions/_shared/domain/limits.ts';
import { oleFile, zipFile, zipOf } from '../support/files/office-files.ts';
import { imageFile } from '../support/files/image-files.ts';
import { world } from '../support/embedded/database.ts';
import { fileTest as test } from '../support/embedded/test.ts';
import { ApiClient, POST, QUOTE, signedIn, withToken } from './api-client.ts';
import { readDocument } from './openapi-document.ts';

/** An image of this kind that shows nothing, of that many bytes. */
const image = (kind: 'png' | 'jpeg' | 'gif' | 'webp', size = 0, width = 4_000) =>
  imageFile(`image/${kind}`, { size, width, height: 2_500 });

type Part = { bytes: Uint8Array<ArrayBuffer> | string; name: string; type?: string };

async function upload(client: ApiClient, path: string, field: string, parts: Part[]) {
  const form = new FormData();
  for (const { bytes, name, type = 'application/octet-stream' } of parts)
    form.append(field, new File([bytes], name, { type }));
  return client.call('POST', path, { raw: form });
}
const uploadImages = (client: ApiClient, parts: Part[]) => upload(client, '/api/posts/upload-images', 'images', parts);
const uploadDocument = (client: ApiClient, part: Part) =>
  upload(client, '/api/quotes/upload-document', 'document', [part]);

const objects = async (bucket: string) =>
  (
    await world.sql<{ name: string }>('select name from storage.objects where bucket_id = $1 order by name', [bucket])
  ).map(({ name }) => name);

describe('POST /api/posts/upload-images', () => {
  test('[A224,A438] uploaded images answer one path per file in order, in the folder of the caller, under any name', async ({
    anna,
  }) => {
    const client = await signedIn(anna);
    const images = [image('png'), image('jpeg'), image('gif'), image('webp')];
    const names = [
      { name: 'a.png' },
      { name: '../../b.exe', type: 'text/html' },
      { name: 'c' },
      { name: 'd'.repeat(300) },
    ];
    const parts = images.flatMap((bytes, index) => names.slice(index, index + 1).map((name) => ({ ...name, bytes })));
    const answer = await uploadImages(client, parts);
    expect(answer).toAnswer(200);
    const { imagePaths } = imageUploadResponseSchema.parse(answer.body);
    expect(imagePaths.map((path) => path.replace(/[0-9a-f-]{36}\./, 'x.'))).toEqual(
      ['png', 'jpg', 'gif', 'webp'].map((ending) => expect.stringMatching(new RegExp(`\\.${ending}$`))),
    );
    for (const [index, path] of imagePaths.entries()) {
      expect(path.startsWith(`${anna.authId}/`)).toBe(true);
      const file = await fetch(`${world.supabaseUrl}/storage/v1/object/public/post-images/${path}`);
      expect(file.headers.get('Content-Type')).toMatch(/^image\//);
      expect(file.headers.get('Cache-Control')).toContain('max-age=31536000');
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(images.map(fileToStore)[index]);
    }
    const post = await client.post('/api/posts', { ...POST, images: imagePaths });
    expect(post).toAnswer(201, expect.objectContaining({ images: imagePaths }));
  });

  test('[A440] a guest gets 401, and nothing is stored', async () => {
    const before = await objects('post-images');
    expect(await uploadImages(new ApiClient(), [{ bytes: image('png'), name: 'a.png' }])).toAnswer(401);
    expect(await objects('post-images')).toEqual(before);
  });

  test('[A328] six files are refused, and none is stored', async ({ anna }) => {
    const before = await objects('post-images');
    const answer = await uploadImages(withToken(anna), Array(6).fill({ bytes: image('png'), name: 'a.png' }));
    expect(answer).toAnswer(
      400,
      expect.objectContaining({ message: 'You can only upload 5 more image(s). Maximum 5 images allowed per post.' }),
    );
    expect(await objects('post-images')).toEqual(before);
  });

  test('[A330] an image of exactly 5 MB is accepted, a byte more is not', async ({ anna }) => {
    expect(await uploadImages(withToken(anna), [{ bytes: image('png', IMAGE_SIZE_MAX), name: 'ok.png' }])).toAnswer(
      200,
    );
    const answer = await uploadImages(withToken(anna), [{ bytes: image('png', IMAGE_SIZE_MAX + 1), name: 'big.png' }]);
    expect(answer).toAnswer(413, expect.objectContaining({ message: 'big.png exceeds 5MB limit' }));
  });

  test('an image of 40 megapixels is accepted, a row more is not, and nothing of the call is stored', async ({
    anna,
  }) => {
    const large = (height: number) => imageFile('image/webp', { width: 8_000, height });
    expect(await uploadImages(withToken(anna), [{ bytes: large(5_000), name: 'ok.webp' }])).toAnswer(200);
    const before = await objects('post-images');
    const answer = await uploadImages(withToken(anna), [
      { bytes: image('png'), name: 'ok.png' },
      { bytes: large(5_001), name: 'bomb.webp' },
    ]);
    expect(answer).toAnswer(413, expect.objectContaining({ message: 'bomb.webp has more than 40 megapixels' }));
    expect(await objects('post-images')).toEqual(before);
  });

  test('[A332] text, HTML, SVG and programs are refused under any name, and nothing of the call is stored', async ({
    anna,
  }) => {
    const before = await objects('post-images');
    for (const bytes of [
      'hello',
      '<html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'MZ\u0090',
      '',
    ]) {
      const answer = await uploadImages(withToken(anna), [
        { bytes: image('png'), name: 'good.png', type: 'image/png' },
        { bytes, name: 'bad.png', type: 'image/png' },
      ]);
      expect(answer, bytes).toAnswer(400, expect.objectContaining({ message: 'bad.png is not an image file' }));
    }
    expect(await objects('post-images')).toEqual(before);
  });

  test('an image that was cut off, or in a format that is not kept, is refused in words that are true for it', async ({
    anna,
  }) => {
    const before = await objects('post-images');
    const cut = image('jpeg', 300).subarray(0, 280);
    for (const [bytes, message] of [
      [cut, 'photo.jpg is damaged: save or export it again'],
      [image('png').subarray(0, 40), 'photo.jpg is damaged: save or export it again'],
      ['\0\0\0\u0018ftypheic', 'photo.jpg is an image in HEIC: save it as JPG or PNG first'],
    ] as const) {
      const answer = await uploadImages(withToken(anna), [{ bytes, name: 'photo.jpg', type: 'image/jpeg' }]);
      expect(answer).toAnswer(400, expect.objectContaining({ message }));
    }
    expect(await objects('post-images')).toEqual(before);
  });

  test('a form without files, broken or far too large: 400 and 413', async ({ anna }) => {
    expect(
      await upload(withToken(anna), '/api/posts/upload-images', 'other', [{ bytes: image('png'), name: 'a' }]),
    ).toAnswer(400);
    const nameless = await uploadImages(withToken(anna), [
      { bytes: image('png'), name: 'a.png' },
      { bytes: image('png'), name: '' },
    ]);
    expect(nameless).toAnswer(400);
    const broken = await withToken(anna).call('POST', '/api/posts/upload-images', {
      raw: 'no form',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    });
    expect(broken).toAnswer(400);
    const huge = await uploadImages(withToken(anna), [{ bytes: image('png', 32 * 1024 * 1024), name: 'huge.png' }]);
    expect(huge).toAnswer(413);
  });

  test('an image of somebody else cannot be used in a post', async ({ anna, bob }) => {
    const answer = await uploadImages(withToken(anna), [{ bytes: image('png'), name: 'a.png' }]);
    const { imagePaths } = imageUploadResponseSchema.parse(answer.body);
    expect(await withToken(bob).post('/api/posts', { ...POST, images: imagePaths })).toAnswer(400);
  });
});

describe('POST /api/news/upload-images', () => {
  test('[A439,A440] admins upload images of news, others 403, guests 401', async ({ bob }) => {
    const parts: Part[] = [
      { bytes: image('png'), name: 'a.png' },
      { bytes: image('webp'), name: 'b.webp' },
    ];
    const uploadNews = (client: ApiClient) => upload(client, '/api/news/upload-images', 'images', parts);
    const adam = await world.person('adam');
    const answer = await uploadNews(withToken(adam));
    expect(answer).toAnswer(200);
    expect(imageUploadResponseSchema.parse(answer.body).imagePaths).toEqual([
      expect.stringMatching(new RegExp(`^${adam.authId}/.*\\.png$`)),
      expect.stringMatching(/\.webp$/),
    ]);
    expect(await uploadNews(withToken(bob))).toAnswer(403);
    expect(await uploadNews(new ApiClient())).toAnswer(401);
    expect(await objects('news-images')).toHaveLength(2);
  });
});

describe('POST /api/quotes/upload-document', () => {
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100)]);

  test('[A223,A448] an upload answers documentPath and originalFilename, and the document goes with a quote', async ({
    anna,
    bob,
  }) => {
    const client = await signedIn(bob);
    const answer = await uploadDocument(client, { bytes: new Uint8Array(pdf), name: 'Báo giá 2026.pdf' });
    expect(answer).toAnswer(200);
    const { documentPath, originalFilename } = documentUploadResponseSchema.strict().parse(answer.body);
    expect(originalFilename).toBe('Báo giá 2026.pdf');
    expect(documentPath).toMatch(new RegExp(`^${bob.authId}/[0-9a-f-]{36}\\.pdf$`));
    const post = await world.createPost(anna);
    const attachments = [{ path: documentPath, name: originalFilename }];
    expect(await client.post('/api/quotes', { ...QUOTE, postId: post.id, attachments })).toAnswer(201);
    const quotes = await withToken(anna).get(`/api/posts/${post.id}/quotes`);
    expect(z.array(z.object({ attachments: z.unknown() })).parse(quotes.body)).toEqual([{ attachments }]);
    const other = await world.createPost(anna);
    const again = await client.post('/api/quotes', { ...QUOTE, postId: other.id, attachments });
    expect(again).toAnswer(400, expect.objectContaining({ message: 'Unknown attachment' }));
  });

  test('[A368] each of the seven types uploads, .exe and .zip are refused under any name', async ({ bob }) => {
    const documents: Record<string, Uint8Array<ArrayBuffer>> = {
      pdf: new Uint8Array(pdf),
      doc: oleFile('WordDocument'),
      docx: zipFile('[Content_Types].xml', 'word/document.xml'),
      xls: oleFile('Workbook'),
      xlsx: zipFile('[Content_Types].xml', 'xl/workbook.xml'),
      ppt: oleFile('PowerPoint Document'),
      pptx: zipFile('[Content_Types].xml', 'ppt/presentation.xml'),
    };
    for (const [ending, bytes] of Object.entries(documents)) {
      const answer = await uploadDocument(withToken(bob), { bytes, name: `offer.${ending.toUpperCase()}` });
      expect(answer, ending).toAnswer(
        200,
        expect.objectContaining({ originalFilename: `offer.${ending.toUpperCase()}` }),
      );
    }
    const before = await objects('quote-documents');
    for (const ending of ['exe', 'zip', ...Object.keys(documents)]) {
      for (const bytes of ['MZ\u0090\u0000 a program', zipFile('setup.exe')]) {
        const answer = await uploadDocument(withToken(bob), {
          bytes,
          name: `offer.${ending}`,
          type: 'application/pdf',
        });
        expect(answer, ending).toAnswer(
          400,
          expect.objectContaining({ message: 'Only PDF, Word, Excel and PowerPoint files can be attached' }),
        );
      }
    }
    expect(await objects('quote-documents')).toEqual(before);
  });

  test('a document of exactly 3 MB is accepted, a byte more is not', async ({ bob }) => {
    const sized = (size: number) => {
      const bytes = new Uint8Array(size);
      bytes.set(pdf);
      return bytes;
    };
    expect(await uploadDocument(withToken(bob), { bytes: sized(ATTACHMENT_SIZE_MAX), name: 'a.pdf' })).toAnswer(200);
    const answer = await uploadDocument(withToken(bob), { bytes: sized(ATTACHMENT_SIZE_MAX + 1), name: 'a.pdf' });
    expect(answer).toAnswer(413, expect.objectContaining({ message: 'File too large: Maximum file size is 3MB' }));
    expect(await uploadDocument(withToken(bob), { bytes: sized(10 * 1024 * 1024), name: 'a.pdf' })).toAnswer(413);
  });

  test('a guest gets 401, two documents at once 400', async ({ bob }) => {
    expect(await uploadDocument(new ApiClient(), { bytes: new Uint8Array(pdf), name: 'a.pdf' })).toAnswer(401);
    const part = { bytes: new Uint8Array(pdf), name: 'a.pdf' };
    expect(await upload(withToken(bob), '/api/quotes/upload-document', 'document', [part, part])).toAnswer(400);
  });

  test('the name for people has no folders and no control characters', async ({ bob }) => {
    const answer = await uploadDocument(withToken(bob), {
      bytes: new Uint8Array(pdf),
      name: '../../etc/a\u202egpj.pdf',
    });
    expect(answer.body).toMatchObject({ originalFilename: 'agpj.pdf' });
  });

  test('a name with a semicolon, an equals sign or a quote is kept', async ({ bob }) => {
    for (const name of ['semi;name.pdf', 'a=b.pdf', 'quo"te.pdf']) {
      const answer = await uploadDocument(withToken(bob), { bytes: new Uint8Array(pdf), name });
      expect(answer, name).toAnswer(200, expect.objectContaining({ originalFilename: name }));
    }
  });

  test('a document with macros is refused, and the inspection removes one that came straight to Storage', async ({
    bob,
  }) => {
    const bytes = zipOf({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<x/>', 'word/vbaProject.bin': 'x' });
    expect(await uploadDocument(withToken(bob), { bytes, name: 'plan.docx' })).toAnswer(
      400,
      expect.objectContaining({ message: 'plan.docx has macros or programs in it: save it without them, or as PDF' }),
    );
    const path = `${bob.authId}/${randomUUID()}.docx`;
    const file = new Blob([bytes], {
      type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    });
    expect((await bob.client.storage.from('quote-documents').upload(path, file)).error).toBeNull();
    const scheduler = new ApiClient({ headers: { Authorization: `Bearer ${world.cronSecret}` } });
    expect(await scheduler.post('/housekeeping/inspection')).toAnswer(200);
    expect(await objects('quote-documents')).not.toContain(path);
  });
});

test('a user uploads 120 files an hour, then 429 with Retry-After, however many were removed again', async ({
  anna,
  bob,
}) => {
  const client = withToken(anna);
  await world.sql('delete from private.rate_limit_uses returning action');
  await world.sql(`select private.consume_rate_limit('upload', $1) from generate_series(1, 119)`, [String(anna.id)]);
  const png: Part = { bytes: image('png'), name: 'a.png' };
  const before = (await objects('post-images')).length;
  const refused = await uploadImages(client, [png, png]);
  expect(refused).toAnswer(429, {
    code: 'rate_limit',
    message: expect.stringMatching(/^Too many requests\. Please try again in (1 minute|\d+ minutes)\.$/),
  });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await uploadDocument(client, { bytes: '%PDF-1.7', name: 'a.pdf' })).toAnswer(429);
  expect((await objects('post-images')).length).toBe(before);
  expect(await uploadImages(withToken(bob), [png])).toAnswer(200);
});

test('every operation that takes files of a user answers 429 once their files or their bytes are used up', async ({
  adam,
}) => {
  const { operations } = readDocument((await new ApiClient().get('/api/openapi.json')).body);
  const doors = operations.filter(
    ({ requestBody, 'x-access': access }) => requestBody?.content['multipart/form-data'] && access !== 'anyone',
  );
  expect(doors).toHaveLength(6);
  for (const [action, used] of [
    ['upload', 120],
    ['upload_kilobytes', 300_000],
  ] as const) {
    await world.sql('delete from private.rate_limit_uses');
    await world.sql(
      'insert into private.rate_limit_uses (action, subject, window_started_at, used) values ($1, $2, now(), $3)',
      [action, String(adam.id), used],
    );
    for (const { path, requestBody } of doors) {
      const { properties } = Object(requestBody?.content['multipart/form-data']?.schema);
      const field = ['images', 'avatar', 'document'].find((name) => name in Object(properties)) ?? '';
      const part =
        field === 'document' ? { bytes: '%PDF-1.7', name: 'a.pdf' } : { bytes: image('png', 0, 40), name: 'a.png' };
      expect(await upload(withToken(adam), path, field, [part]), `${action}, ${path}`).toAnswer(429);
    }
  }
});
