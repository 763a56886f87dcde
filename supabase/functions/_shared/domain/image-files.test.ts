import { describe, expect, test } from 'vitest';
import { sniffImageType } from './image-files.ts';

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
