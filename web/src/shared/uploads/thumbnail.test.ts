import { describe, expect, test } from 'vitest';
import { makeThumbnail, thumbnailSize } from './thumbnail.ts';

describe('thumbnailSize', () => {
  test('shrinks to 480 px wide with the same proportions', () => {
    expect(thumbnailSize({ width: 1920, height: 1080 })).toEqual({ width: 480, height: 270 });
  });

  test('never enlarges', () => {
    expect(thumbnailSize({ width: 120, height: 90 })).toEqual({ width: 120, height: 90 });
  });

  test('is no column that fills a screen many times over', () => {
    expect(thumbnailSize({ width: 480, height: 40_000 })).toEqual({ width: 23, height: 1920 });
  });

  test('keeps at least one pixel of a very flat image', () => {
    expect(thumbnailSize({ width: 5000, height: 1 })).toEqual({ width: 480, height: 1 });
  });
});

describe('makeThumbnail', () => {
  test('gives nothing where the image cannot be read', async () => {
    await expect(makeThumbnail(new Blob(['no image']))).resolves.toBeNull();
  });
});
