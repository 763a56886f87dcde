import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cameraFile, SECRET } from '../../../tests/support/files/camera-files.ts';
import { IMAGE_TYPES, sniffImageType, type ImageType } from './image-files.ts';
import { withoutMetadata } from './image-metadata.ts';

const TYPES = Object.keys(IMAGE_TYPES).flatMap((type) => (type in IMAGE_TYPES ? [type as ImageType] : []));
/** Types whose files say how the camera was held. */
const HELD = TYPES.filter((type) => type !== 'image/gif');

/** What a viewer shows: the pixels, upright. */
const shown = (bytes: Uint8Array) =>
  sharp(bytes, { animated: true }).autoOrient().raw().toBuffer({ resolveWithObject: true });

describe.each(TYPES)('%s', (type) => {
  test('a file without what it said of place, owner, camera and time shows the same picture', async () => {
    const file = await cameraFile(type);
    expect(file.includes(SECRET)).toBe(true);
    const { bytes, isWhole } = withoutMetadata(type, file);
    expect(isWhole).toBe(true);
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
    const { exif, xmp, iptc, comments } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc, comments }).toEqual({});
    const [before, after] = [await shown(file), await shown(bytes)];
    expect(after.info).toEqual(before.info);
    expect(after.data.equals(before.data)).toBe(true);
  });

  test('a clean file stays byte for byte', async () => {
    const { bytes } = withoutMetadata(type, await cameraFile(type, { orientation: 6 }));
    const { bytes: again } = withoutMetadata(type, bytes);
    expect(Buffer.from(again).equals(bytes)).toBe(true);
  });

  test('a file that was cut off anywhere is not whole, and says nothing more', async () => {
    const file = await cameraFile(type);
    const { bytes: clean } = withoutMetadata(type, file);
    for (let size = 12; size < clean.length - (type === 'image/gif' ? 2 : 1); size += 7) {
      expect(withoutMetadata(type, clean.subarray(0, size)).isWhole, `${size} of ${clean.length}`).toBe(false);
    }
    for (let size = 12; size < file.length; size += 13) {
      expect(Buffer.from(withoutMetadata(type, file.subarray(0, size)).bytes).includes(SECRET)).toBe(false);
    }
  });

  test('the cleaning of any bytes ends, adds next to nothing, and is idempotent', async () => {
    const file = await cameraFile(type, { orientation: 8 });
    const change = fc.record({ at: fc.nat(file.length - 1), byte: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), fc.nat(file.length), (changes, size) => {
        const broken = Buffer.from(file);
        for (const { at, byte } of changes) if (at >= 12) broken[at] = byte;
        const { bytes, isWhole } = withoutMetadata(type, broken.subarray(0, Math.max(12, size)));
        expect(bytes.length).toBeLessThan(broken.length + 64);
        if (isWhole) expect(sniffImageType(bytes)).toBe(type);
        expect(Buffer.from(withoutMetadata(type, bytes).bytes).equals(bytes)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

test.each(HELD)('a photo in %s is shown as the camera was held, in its colours', async (type) => {
  for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
    const { bytes } = withoutMetadata(type, await cameraFile(type, { orientation }));
    const metadata = await sharp(bytes).metadata();
    expect(metadata.orientation).toBe(orientation);
    expect(metadata.icc?.length).toBeGreaterThan(300);
    expect(metadata.exif?.length).toBeLessThan(40);
  }
});

test('an animation keeps its frames, their times and how often it repeats', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = sharp(frames, { join: { animated: true } });
  for (const format of ['gif', 'webp'] as const) {
    const file = await animation
      .clone()
      [format]({ delay: [100, 200, 300], loop: 3 })
      .toBuffer();
    const { bytes } = withoutMetadata(`image/${format}`, file);
    const { pages, delay, loop } = await sharp(bytes, { animated: true }).metadata();
    expect({ pages, delay, loop }).toEqual({ pages: 3, delay: [100, 200, 300], loop: 3 });
  }
});

test('the pictures of the demo are clean', async () => {
  const folder = new URL('../../../demo/assets/posts/', import.meta.url);
  const bytes = await readFile(new URL('cashew-ww320-1.webp', folder));
  expect(withoutMetadata('image/webp', bytes)).toEqual({ bytes: new Uint8Array(bytes), isWhole: true });
});
