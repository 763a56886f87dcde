import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { IMAGE_TYPES, type ImageType } from './image-files.ts';
import { readImage } from './image-size.ts';
import { imageFile } from '../../../tests/support/files/image-files.ts';

const types = Object.keys(IMAGE_TYPES) as ImageType[];

describe('the pixels of an image', () => {
  test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'the pixels of a real %s are read from its headers alone',
    async (format) => {
      const source = sharp({ create: { width: 321, height: 123, channels: 3, background: '#5560d3' } });
      const options = [{}, { progressive: true }, { lossless: true }, { mozjpeg: true }];
      for (const option of options) {
        const bytes = await source.clone().toFormat(format, option).withMetadata().toBuffer();
        expect(readImage(bytes)).toEqual({ type: `image/${format}`, pixels: 321 * 123 });
      }
    },
  );

  test('the pixels of a JPEG are found behind a large EXIF block', async () => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } })
      .jpeg()
      .withExif({ IFD0: { ImageDescription: 'x'.repeat(60_000) } })
      .toBuffer();
    expect(readImage(bytes)).toEqual({ type: 'image/jpeg', pixels: 600 });
  });

  test('the pixels of a real animation are those of its largest frame', async () => {
    const frame = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 4, background: '#f00' } })
        .png()
        .toBuffer();
    for (const format of ['gif', 'webp'] as const) {
      const animated = await sharp([await frame(50, 40), await frame(50, 40)], { join: { animated: true } })
        .toFormat(format)
        .toBuffer();
      expect(readImage(animated)).toEqual({ type: `image/${format}`, pixels: 2_000 });
    }
  });

  test.each(types)('the pixels of a tiny %s are those that it claims', (type) => {
    expect(readImage(imageFile(type, { width: 10_000, height: 4_001 }))?.pixels).toBe(40_010_000);
    expect(imageFile(type).length).toBeLessThan(100);
  });

  test.each(['image/gif', 'image/webp'] as const)(
    'the pixels of a %s include a frame that is larger than its screen',
    (type) => {
      const frames = [
        { width: 10, height: 10 },
        { width: 9_000, height: 9_000 },
      ];
      expect(readImage(imageFile(type, { frames }))?.pixels).toBe(81_000_000);
    },
  );

  test('the pixels of a demo image are those that sharp reads', async () => {
    const bytes = await readFile(new URL('../../../demo/assets/avatars/anna.webp', import.meta.url));
    const { width, height } = await sharp(bytes).metadata();
    expect(readImage(bytes)).toEqual({ type: 'image/webp', pixels: width * height });
  });
});

describe('what says no size', () => {
  test.each(types)('a truncated %s or one without an edge is no image', (type) => {
    expect(readImage(imageFile(type).subarray(0, 12))).toBeNull();
    expect(readImage(imageFile(type === 'image/webp' ? 'image/png' : type, { width: 0 }))).toBeNull();
  });

  test('any bytes after a signature neither break the image reader nor keep it busy', () => {
    const beginnings = types.map((type) => imageFile(type));
    fc.assert(
      fc.property(
        fc.constantFrom(...beginnings),
        fc.nat(60),
        fc.uint8Array({ maxLength: 300 }),
        (beginning, from, rest) => {
          const bytes = new Uint8Array([...beginning.subarray(0, Math.max(12, from)), ...rest]);
          const found = readImage(bytes);
          expect(found === null || found.pixels > 0).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
