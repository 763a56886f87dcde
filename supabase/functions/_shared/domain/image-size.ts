import { sniffImageType, type ImageType } from './image-files.ts';

/** Facts from the headers of an image: its type, and the number of pixels that a decoder keeps in memory at once. */
export type ImageFacts = { type: ImageType; pixels: number };

type Size = { width: number; height: number };

const pixelsOf = ({ width, height }: Size) => width * height;
/** A four-letter name as the number that it is in a file: files can have many parts, and numbers compare faster. */
const fourLetters = (name: string) => [...name].reduce((number, letter) => number * 256 + letter.charCodeAt(0), 0);
const IHDR = fourLetters('IHDR');
const VP8X = fourLetters('VP8X');
const VP8 = fourLetters('VP8 ');
const VP8L = fourLetters('VP8L');
const ANMF = fourLetters('ANMF');
const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;

/**
 * Reads type and pixel count from the headers of an image without decoding it: a small file can decode to an image that
 * exhausts the memory. For an animation, the largest frame counts.
 * @param bytes the whole file
 * @returns null unless the file is a PNG, JPEG, GIF or WebP that states its size; browsers do not show one that does not
 */
export function readImage(bytes: Uint8Array): ImageFacts | null {
  const type = sniffImageType(bytes);
  if (!type) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pixels = readers[type](view);
  return pixels > 0 ? { type, pixels } : null;
}

/** Parsers that walk through the parts of their format; each part has at least one byte. They return 0 if they find no size. */
const readers: Record<ImageType, (view: DataView) => number> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
};

// The first chunk of a PNG is its header; frames of an animation must fit into it.
function readPng(view: DataView): number {
  if (view.byteLength < 24 || view.getUint32(12) !== IHDR) return 0;
  return pixelsOf({ width: view.getUint32(16), height: view.getUint32(20) });
}

function readJpeg(view: DataView): number {
  let at = 2;
  while (at + 4 <= view.byteLength) {
    // Decoders skip bytes between the parts.
    if (view.getUint8(at) !== 0xff) {
      at += 1;
      continue;
    }
    const marker = view.getUint8(at + 1);
    // A marker can be preceded by any number of 0xff bytes, and a few markers have no data.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      if (at + 9 > view.byteLength) return 0;
      return pixelsOf({ height: view.getUint16(at + 5), width: view.getUint16(at + 7) });
    } else if (marker === 0xd9 || marker === 0xda) return 0;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return 0;
}

function readGif(view: DataView): number {
  if (view.byteLength < 13) return 0;
  // Decoders allocate memory for frames that exceed the screen.
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  const tableSize = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableSize(view.getUint8(10));
  while (at < view.byteLength) {
    const block = view.getUint8(at);
    if (block === 0x2c && at + 10 <= view.byteLength) {
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      at += 11 + tableSize(view.getUint8(at + 9));
    } else if (block === 0x21) at += 2;
    else break;
    while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at += 1;
  }
  return pixelsOf({ width, height });
}

function readWebp(view: DataView): number {
  let largest = 0;
  const take = (size: Size) => {
    largest = Math.max(largest, pixelsOf(size));
  };
  const readParts = (from: number, to: number, isFrame: boolean) => {
    let at = from;
    while (at + 8 <= to) {
      const name = view.getUint32(at);
      const data = at + 8;
      const end = data + view.getUint32(at + 4, true);
      if (name === VP8X && data + 10 <= to)
        take({ width: 1 + uint24(view, data + 4), height: 1 + uint24(view, data + 7) });
      else if (name === VP8 && data + 10 <= to)
        take({ width: view.getUint16(data + 6, true) & 0x3fff, height: view.getUint16(data + 8, true) & 0x3fff });
      else if (name === VP8L && data + 5 <= to) {
        const bits = view.getUint32(data + 1, true);
        take({ width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) });
      } else if (name === ANMF && !isFrame && data + 16 <= to) {
        take({ width: 1 + uint24(view, data + 6), height: 1 + uint24(view, data + 9) });
        readParts(data + 16, Math.min(end, to), true);
      }
      // Parts start at even offsets.
      at = end + (end % 2);
    }
  };
  readParts(12, view.byteLength, false);
  return largest;
}
