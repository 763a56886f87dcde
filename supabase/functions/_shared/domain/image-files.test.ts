import { describe, expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import {
  atMostImagesText,
  damagedFileText,
  imagesSchema,
  imageTooLargeText,
  notAKeptImageText,
  sniffImageType,
  tooManyImagesText,
  tooManyPixelsText,
} from './image-files.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)));

describe('image types by their bytes', () => {
  test('PNG, JPEG, GIF and WebP are recognized by their bytes', () => {
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

describe('why a file is no image that is kept', () => {
  test.each([
    ['HEIC', bytes([0, 0, 0, 24], 'ftypheic')],
    ['AVIF', bytes([0, 0, 0, 24], 'ftypavif')],
    ['TIFF', bytes('II', [42, 0])],
    ['TIFF', bytes('MM', [0, 42])],
    ['BMP', bytes('BM', [1, 2, 3, 4, 0, 0, 0, 0])],
    ['JPEG XL', bytes([0, 0, 0, 12], 'JXL ')],
    ['JPEG XL', bytes([0xff, 0x0a])],
  ])('an image in %s can be saved in another format', (format, file) =>
    expect(notAKeptImageText('a.png', file)).toBe(`a.png is an image in ${format}: save it as JPG or PNG first`),
  );

  test.each([
    bytes([0, 0, 0, 24], 'ftypmp42'),
    bytes([0, 0, 0, 24], 'xxxxheic'),
    bytes('BM', [1, 2, 3, 4, 0, 0, 0, 1]),
    bytes('XM', [1, 2, 3, 4, 0, 0, 0, 0]),
  ])('a film or a text is no image: %j', (file) =>
    expect(notAKeptImageText('a.png', file)).toBe('a.png is not an image file'),
  );

  test('the refusal of an image names the limit', () => {
    expect(tooManyImagesText(2)).toBe('You can only upload 2 more image(s). Maximum 5 images allowed per post.');
    expect(atMostImagesText(3)).toBe('At most 3 images');
    expect(imageTooLargeText('a.png')).toBe('a.png exceeds 5MB limit');
    expect(tooManyPixelsText('a.png')).toBe('a.png has more than 40 megapixels');
    expect(damagedFileText('a.png')).toBe('a.png is damaged: save or export it again');
  });
});

test.each(['javascript://https://x', 'a/b..png', `a${'x'.repeat(500)}`])('no stored image is at %s', (image) =>
  expect(refusals(imagesSchema, [image])).toEqual(['0: Invalid input']),
);
