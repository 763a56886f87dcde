import { describe, expect, test } from 'vitest';
import { checkPickedImages, sniffImageType } from './image-files.ts';
import { IMAGE_SIZE_MAX } from './limits.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)));
const image = (name: string, size = 100, type = 'image/png') => ({ name, size, type });
const images = (count: number) => Array.from({ length: count }, (_, index) => image(`${index}.png`));

describe('picked images', () => {
  test('with 3 images, 2 of 3 more fit', () => {
    const picked = images(3);
    expect(checkPickedImages(picked, 3)).toEqual({
      accepted: picked.slice(0, 2),
      refusals: [
        {
          title: 'Too many images',
          text: 'You can only upload 2 more image(s). Maximum 5 images allowed per post.',
        },
      ],
    });
  });
  test('with none, 5 of 6 fit', () => {
    const { accepted, refusals } = checkPickedImages(images(6), 0);
    expect(accepted).toHaveLength(5);
    expect(refusals[0]?.text).toBe('You can only upload 5 more image(s). Maximum 5 images allowed per post.');
  });
  test('exactly 5 MB fits, a byte more does not', () => {
    expect(checkPickedImages([image('a.png', IMAGE_SIZE_MAX)], 0).refusals).toEqual([]);
    expect(checkPickedImages([image('big one.png', IMAGE_SIZE_MAX + 1)], 0)).toEqual({
      accepted: [],
      refusals: [{ title: 'File too large', text: 'big one.png exceeds 5MB limit' }],
    });
  });
  test('only images fit, and refused files take no room', () => {
    const result = checkPickedImages([image('note.txt', 5, 'text/plain'), image('b.png'), image('c', 5, '')], 4);
    expect(result.accepted.map(({ name }) => name)).toEqual(['b.png']);
    expect(result.refusals).toEqual([
      { title: 'Invalid file type', text: 'note.txt is not an image file' },
      { title: 'Invalid file type', text: 'c is not an image file' },
    ]);
  });
});

describe('image types by their bytes', () => {
  test('PNG, JPEG, GIF and WebP are told', () => {
    expect(sniffImageType(bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0]))).toBe('image/png');
    expect(sniffImageType(bytes([0xff, 0xd8, 0xff, 0xe0]))).toBe('image/jpeg');
    expect(sniffImageType(bytes('GIF87a...'))).toBe('image/gif');
    expect(sniffImageType(bytes('GIF89a...'))).toBe('image/gif');
    expect(sniffImageType(bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 '))).toBe('image/webp');
  });
  test('text, SVG, HTML, HEIC and cut signatures are no images', () => {
    for (const other of [
      'hello',
      '<svg xmlns="http://www.w3.org/2000/svg">',
      '<!doctype html>',
      '',
      'GIF88a',
      'RIFF1234WAVE',
    ]) {
      expect(sniffImageType(bytes(other)), other).toBeNull();
    }
    expect(sniffImageType(bytes([0, 0, 0, 24], 'ftypheic'))).toBeNull();
    expect(sniffImageType(bytes([0x89], 'PNG'))).toBeNull();
  });
});
