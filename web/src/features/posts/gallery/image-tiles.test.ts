import { describe, expect, test } from 'vitest';
import { imageTiles } from './image-tiles.ts';

const images = (count: number) => Array.from({ length: count }, (_, index) => `uid/${index}.jpg`);

describe('the image grid of a card', () => {
  test('[A541] the image grid of a card shows at most four images', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map((count) => imageTiles(images(count)).length)).toEqual([0, 1, 2, 3, 4, 4, 4]);
  });

  test('[A157] the fourth image of a card says how many more there are: the total minus 4', () => {
    expect(imageTiles(images(4)).map(({ more }) => more)).toEqual([0, 0, 0, 0]);
    expect(imageTiles(images(5)).map(({ more }) => more)).toEqual([0, 0, 0, 1]);
    expect(imageTiles(images(9)).map(({ more }) => more)).toEqual([0, 0, 0, 5]);
  });

  test('the image grid of a gallery has all images', () => {
    expect(imageTiles(['a', 'b', 'c', 'd', 'e'], true)).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((path) => ({ path, more: 0 })),
    );
  });
});
