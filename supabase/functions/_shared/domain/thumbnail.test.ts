import { describe, expect, test } from 'vitest';
import { smallerSize, thumbnailSize } from './thumbnail.ts';

describe('thumbnailSize', () => {
  test('a thumbnail shrinks to 480 px wide with the same proportions', () => {
    expect(thumbnailSize({ width: 1920, height: 1080 })).toEqual({ width: 480, height: 270 });
  });

  test('a thumbnail is never larger than its image', () => {
    expect(thumbnailSize({ width: 120, height: 90 })).toEqual({ width: 120, height: 90 });
  });

  test('the thumbnail of a very tall image is limited in height', () => {
    expect(thumbnailSize({ width: 480, height: 40_000 })).toEqual({ width: 23, height: 1920 });
  });

  test('the thumbnail of a very flat image keeps at least one pixel', () => {
    expect(thumbnailSize({ width: 5000, height: 1 })).toEqual({ width: 480, height: 1 });
  });
});

describe('smallerSize', () => {
  test('the repeated shrinking of a size ends with a single pixel', () => {
    expect(smallerSize({ width: 480, height: 1 })).toEqual({ width: 360, height: 1 });
    expect(smallerSize({ width: 2, height: 2 })).toEqual({ width: 1, height: 1 });
    expect(smallerSize({ width: 1, height: 1 })).toBeNull();
    let steps = 0;
    for (let size = smallerSize({ width: 480, height: 1920 }); size; size = smallerSize(size)) steps += 1;
    expect(steps).toBeLessThan(40);
  });
});
