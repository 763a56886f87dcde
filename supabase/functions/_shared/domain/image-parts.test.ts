import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JPEG_SCANS_MAX, partsToDraw } from './image-parts.ts';

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const SIGNATURE = [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a];
const chunk = (name: string, data: number[] = []) => [0, 0, 0, data.length, ...ascii(name), ...data, 1, 2, 3, 4];
const png = (...chunks: number[][]) => Uint8Array.from([...SIGNATURE, ...chunks.flat()]);

describe('a PNG', () => {
  test('a PNG keeps the chunks that its picture needs, in their order', () => {
    const whole = png(chunk('IHDR', [1]), chunk('sRGB'), chunk('IDAT', [1, 2]), chunk('IDAT'), chunk('IEND'));
    expect(partsToDraw('image/png', whole)).toEqual(whole);
  });

  test('a PNG loses texts, animations and unknown chunks', () => {
    const file = png(
      chunk('IHDR'),
      chunk('zTXt', [1]),
      chunk('iTXt'),
      chunk('acTL'),
      chunk('IDAT', [7]),
      chunk('fdAT', [1, 2, 3]),
      chunk('ruSt'),
      chunk('IEND'),
    );
    expect(partsToDraw('image/png', file)).toEqual(png(chunk('IHDR'), chunk('IDAT', [7]), chunk('IEND')));
  });

  test('a truncated PNG, or one with a false chunk length, keeps what is there', () => {
    const cut = png(chunk('IHDR'), chunk('IDAT', [1, 2, 3])).slice(0, -5);
    expect(partsToDraw('image/png', cut)).toEqual(cut);
    const liar = png([0xff, 0xff, 0xff, 0xff, ...ascii('IDAT'), 1, 2]);
    expect(partsToDraw('image/png', liar)).toEqual(liar);
    expect(partsToDraw('image/png', png([0xff, 0xff, 0xff, 0xff, ...ascii('zTXt'), 1, 2]))).toEqual(png());
  });
});

describe('a JPEG', () => {
  const SCAN = [0xff, 0xda, 0, 3, 1, 0x5a, 0xff, 0, 0xff, 0xd0, 0x5a];
  const jpeg = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat()]);
  const scans = (count: number) => Array.from({ length: count }, () => SCAN).flat();
  const note = (marker: number) => [0xff, marker, 0, 3, 65];
  const END = [0xff, 0xd9];

  test('a JPEG with the maximum number of scans is drawn unchanged', () => {
    const file = jpeg(scans(JPEG_SCANS_MAX), END);
    expect(partsToDraw('image/jpeg', file)).toEqual(file);
  });

  test('a JPEG with one scan too many is not drawn', () => {
    expect(partsToDraw('image/jpeg', jpeg(scans(JPEG_SCANS_MAX + 1), END))).toBeNull();
    expect(partsToDraw('image/jpeg', jpeg(scans(JPEG_SCANS_MAX), [0xff, 0xff, ...SCAN], END))).toBeNull();
  });

  test('a JPEG keeps a preview picture before its own, and loses one behind it', () => {
    const preview = [0xff, 0xe1, 0, 2 + SCAN.length, ...SCAN];
    const file = jpeg(preview, scans(JPEG_SCANS_MAX), END);
    expect(partsToDraw('image/jpeg', Uint8Array.from([...file, ...scans(JPEG_SCANS_MAX)]))).toEqual(file);
  });

  test('a JPEG keeps its orientation and colour profile, and loses comments anywhere', () => {
    const kept = [0xe0, 0xe1, 0xe2, 0xdb, 0xee].flatMap(note);
    const lost = [0xfe, 0xed, 0xe5].flatMap(note);
    const file = jpeg(lost, kept, lost, SCAN, lost, SCAN, END);
    expect(partsToDraw('image/jpeg', file)).toEqual(jpeg(kept, SCAN, SCAN, END));
  });

  test('a JPEG keeps at most 40 notes, as many as a large colour profile needs', () => {
    const notes = (count: number) => Array.from({ length: count }, () => note(0xe2)).flat();
    expect(partsToDraw('image/jpeg', jpeg(notes(41), SCAN, END))).toEqual(jpeg(notes(40), SCAN, END));
  });

  test('a truncated JPEG keeps what is there', () => {
    const cut = jpeg(SCAN, [0xff, 0xdb, 0xff, 0xff, 1]);
    expect(partsToDraw('image/jpeg', cut)).toEqual(cut);
  });
});

describe('a WebP', () => {
  const part = (name: string, data: number[] = []) => [...ascii(name), data.length, 0, 0, 0, ...data];
  const webp = (...parts: number[][]) => {
    const body = [...ascii('WEBP'), ...parts.flat()];
    return Uint8Array.from([...ascii('RIFF'), body.length, 0, 0, 0, ...body]);
  };

  test('a WebP keeps the parts that its picture needs, in their order', () => {
    const file = webp(part('VP8X', [1, 2]), part('ICCP'), part('ALPH'), part('VP8 ', [1, 2, 3, 4]), part('EXIF'));
    expect(partsToDraw('image/webp', file)).toEqual(file);
  });

  test('a WebP loses all frames but the first, and texts', () => {
    const [head, first] = [part('VP8X'), part('ANMF', [1, 2])];
    const file = webp(head, part('ANIM'), part('XMP ', [1, 0]), first, part('ANMF', [3, 4]), part('ABCD'));
    expect(partsToDraw('image/webp', file)).toEqual(webp(head, part('ANIM'), first));
  });

  test('a WebP is read from even offsets, and a truncated one keeps what is there', () => {
    const odd = [...part('VP8 ', [1, 2, 3]), 0];
    expect(partsToDraw('image/webp', webp(odd, part('EXIF')))).toEqual(webp(odd, part('EXIF')));
    const cut = [...ascii('VP8L'), 0xff, 0xff, 0xff, 0xff, 1];
    expect(partsToDraw('image/webp', webp(cut))).toEqual(webp(cut));
  });
});

test('a GIF is drawn as it is: reading it ends with its first frame', () => {
  const file = Uint8Array.from(ascii('GIF89a'));
  expect(partsToDraw('image/gif', file)).toBe(file);
});

test('any bytes are reduced in finite time to no more bytes than before', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('image/png' as const, 'image/jpeg' as const, 'image/webp' as const),
      fc.array(fc.constantFrom(0, 1, 0xff, 0xda, 0xd9, 0xfe, 0x49), { maxLength: 300 }),
      (type, bytes) => {
        const out = partsToDraw(type, Uint8Array.from([...SIGNATURE, ...SIGNATURE, ...bytes]));
        expect(out?.length ?? 0).toBeLessThanOrEqual(bytes.length + 2 * SIGNATURE.length);
      },
    ),
  );
});
