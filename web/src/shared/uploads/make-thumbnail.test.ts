import { describe, expect, test } from 'vitest';
import { makeThumbnail } from './make-thumbnail.ts';

describe('makeThumbnail', () => {
  test('the thumbnail of an unreadable image is null', async () => {
    await expect(makeThumbnail(new Blob(['no image']))).resolves.toBeNull();
  });
});
