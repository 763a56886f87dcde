import { describe, expect, test } from 'vitest';
import { makeThumbnail } from './thumbnail.ts';

describe('makeThumbnail', () => {
  test('gives nothing where the image cannot be read', async () => {
    await expect(makeThumbnail(new Blob(['no image']))).resolves.toBeNull();
  });
});
