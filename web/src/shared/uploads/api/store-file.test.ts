import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { fileStorage } from '@/shared/backend/file-storage.ts';
import { cameraFile, SECRET } from '../../../../../supabase/tests/support/files/camera-files.ts';
import { storeFile } from './store-file.ts';

const root = join(import.meta.dirname, '../../..');

afterEach(() => vi.restoreAllMocks());

test('the page puts files into Storage by one function, and sends the others to /api', () => {
  const doors = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => /\.(upload|uploadToSignedUrl)\(|new FormData\(/.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/'));
  // `/api` takes metadata from the images of feedback itself.
  expect(doors.toSorted()).toEqual(['features/feedback/send/send-feedback.ts', 'shared/uploads/api/store-file.ts']);
});

test('an image leaves the page without its metadata, a document as it is', async () => {
  const sent: Blob[] = [];
  vi.spyOn(fileStorage, 'from').mockReturnValue(
    Object.assign(Object.create(fileStorage.from('avatars')), {
      upload: (_path: string, content: Blob) => {
        sent.push(content);
        return Promise.resolve({ data: null, error: null });
      },
    }),
  );
  const photo = new Blob([await cameraFile('image/jpeg')]);
  const paper = new Blob([`%PDF-1.7 ${SECRET}`]);
  await storeFile({ bucket: 'post-images', path: 'a/b.jpg', content: photo, contentType: 'image/jpeg' });
  await storeFile({ bucket: 'quote-documents', path: 'a/c.pdf', content: paper, contentType: 'application/pdf' });
  expect(sent.map(({ type }) => type)).toEqual(['image/jpeg', 'application/pdf']);
  const texts = await Promise.all(sent.map((content) => content.text()));
  expect(texts.map((text) => text.includes(SECRET))).toEqual([false, true]);
});
