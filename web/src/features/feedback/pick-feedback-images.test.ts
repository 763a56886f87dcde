import { describe, expect, test } from 'vitest';
import { imageFile } from '@domain/testing/image-files.ts';
import { pickFeedbackImages } from './pick-feedback-images.ts';

const png = (name: string, size = 20) => new File([imageFile('image/png', { size })], name, { type: 'image/png' });
const names = (files: readonly File[]) => files.map(({ name }) => name);

describe('images picked for feedback', () => {
  test('are added to those that are there, up to three', async () => {
    const { images, refusals } = await pickFeedbackImages([png('a')], [png('b'), png('c'), png('d')]);
    expect(names(images)).toEqual(['a', 'b', 'c']);
    expect(refusals).toEqual(['At most 3 images']);
  });

  test('are refused when their content is no image, or when they are too large', async () => {
    const script = new File(['<svg onload="alert(1)">'], 'x.png', { type: 'image/png' });
    const bomb = new File([imageFile('image/png', { width: 20_000, height: 20_000 })], 'bomb.png', {
      type: 'image/png',
    });
    const { images, refusals } = await pickFeedbackImages(
      [],
      [script, png('large.png', 5 * 1024 * 1024 + 1), png('full.png', 5 * 1024 * 1024), bomb],
    );
    expect(names(images)).toEqual(['full.png']);
    expect(refusals).toEqual([
      'x.png is not an image file',
      'large.png exceeds 5MB limit',
      'bomb.png has more than 40 megapixels',
    ]);
  });
});
