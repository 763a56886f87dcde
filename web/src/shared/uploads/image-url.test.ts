import { describe, expect, test } from 'vitest';
import { publicImageUrl, thumbnailPath, thumbnailUrl } from './image-url.ts';

describe('addresses of images', () => {
  test('place a path in its public bucket', () => {
    expect(publicImageUrl('post-images', 'uid/a b.jpg')).toMatch(
      /\/storage\/v1\/object\/public\/post-images\/uid\/a%20b\.jpg$/,
    );
  });

  test('keep absolute URLs and paths of this site', () => {
    for (const url of ['https://example.com/a.png', 'data:image/png;base64,AA==', '/uploads/a.png']) {
      expect(publicImageUrl('post-images', url)).toBe(url);
      expect(thumbnailUrl('post-images', url)).toBe(url);
    }
  });

  test('find the thumbnail beside the original', () => {
    expect(thumbnailPath('uid/x.y.jpeg')).toBe('uid/x.y.thumb.webp');
    expect(thumbnailUrl('avatars', 'uid/x.png')).toMatch(/\/avatars\/uid\/x\.thumb\.webp$/);
  });
});
