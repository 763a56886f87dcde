import { describe, expect, test } from 'vitest';
import { isStoragePath, publicImageUrl, siteOfImage, thumbnailPath, thumbnailUrl } from './image-url.ts';

describe('addresses of images', () => {
  test('place a path in its public bucket', () => {
    expect(publicImageUrl('post-images', 'uid/a b.jpg')).toMatch(
      /\/storage\/v1\/object\/public\/post-images\/uid\/a%20b\.jpg$/,
    );
  });

  test('an address of this site or of a preview is kept', () => {
    for (const url of ['data:image/png;base64,AA==', 'blob:https://market.example/1', '/uploads/a.png']) {
      expect(publicImageUrl('post-images', url)).toBe(url);
      expect(thumbnailUrl('post-images', url)).toBe(url);
    }
  });

  test('an image of another site is never loaded', () => {
    for (const url of [
      'https://example.com/a.png',
      'HTTP://example.com/a.png',
      '//example.com/a.png',
      String.raw`/\example.com/a.png`,
      String.raw`\\example.com\a.png`,
      'ftp://example.com/a.png',
    ]) {
      expect([publicImageUrl('post-images', url), thumbnailUrl('post-images', url), isStoragePath(url)]).toEqual([
        null,
        null,
        false,
      ]);
    }
  });

  test('a foreign image is named by the host that a browser would ask', () => {
    expect(siteOfImage('https://bank.example@evil.example:8443/a.png')).toBe('evil.example:8443');
    expect(siteOfImage('https://xn--bnk-5na.example/a.png')).toBe('xn--bnk-5na.example');
    expect(siteOfImage('https://')).toBe('');
  });

  test('the path of a thumbnail is next to the original', () => {
    expect(thumbnailPath('uid/x.y.jpeg')).toBe('uid/x.y.thumb.webp');
    expect(thumbnailUrl('avatars', 'uid/x.png')).toMatch(/\/avatars\/uid\/x\.thumb\.webp$/);
  });
});
