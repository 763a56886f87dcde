// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { getFileToShow, getFileUrl } from './get-file-url.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, body: unknown) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(body, { status });
  });
  return asked;
};

test('the address of a private file is asked of the server, with the name under which to save it', async () => {
  const url = 'https://project.supabase.co/storage/v1/object/sign/quote-documents/a/b.pdf?token=x&download=Offer.pdf';
  const asked = answering(200, { url });
  expect(await getFileUrl({ bucket: 'quote-documents', path: 'a/b.pdf', name: 'Báo giá & 1.pdf' })).toBe(url);
  const { pathname, searchParams } = new URL(asked[0] ?? '', 'https://example.com');
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/api/files/link',
    { bucket: 'quote-documents', path: 'a/b.pdf', name: 'Báo giá & 1.pdf' },
  ]);
});

test('a private file that the server refuses has no address, and the refusal says why', async () => {
  answering(404, { message: 'File not found', code: 'not_found' });
  await expect(getFileUrl({ bucket: 'feedback-images', path: 'a/1.png' })).rejects.toMatchObject({
    status: 404,
    message: 'File not found',
  });
});

test('[A743] a file is shown at an address that does not save it', async () => {
  const url = 'https://project.supabase.co/storage/v1/object/sign/message-files/a/b.pdf?token=x';
  const file = { bucket: 'message-files', path: 'a/b.pdf', name: 'Offer.pdf' } as const;
  const asked = answering(200, { url });
  expect(await getFileToShow(file)).toEqual({ url, isShown: true });
  expect(new URL(asked[0] ?? '', 'https://example.com').searchParams.get('inline')).toBe('true');
  answering(200, { url: `${url}&download=Offer.pdf` });
  expect(await getFileToShow(file)).toEqual({ url: `${url}&download=Offer.pdf`, isShown: false });
});
