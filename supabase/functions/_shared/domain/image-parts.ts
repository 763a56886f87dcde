import type { ImageType } from './image-files.ts';

/**
 * Each scan of a JPEG goes through all of its pixels, and a few bytes are a scan: 900 of them in 140 kB took 21 s at 40 megapixels.
 * Programs write ten, those that try for the smallest file up to fifteen.
 */
export const JPEG_SCANS_MAX = 20;

/** What a PNG needs for its picture: the rest, texts above all, may be packed and unfold into gigabytes. */
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf', 'IDAT', 'IEND']);
const PNG_SIGNATURE_SIZE = 8;

/** In: a PNG. Out: the same picture without everything else. */
function partsOfPng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new Uint8Array(bytes.length);
  out.set(bytes.subarray(0, PNG_SIGNATURE_SIZE));
  let size = PNG_SIGNATURE_SIZE;
  for (let at = PNG_SIGNATURE_SIZE; at + 8 <= bytes.length;) {
    // Its length, its name, what it holds, and a sum of that.
    const end = Math.min(at + 12 + view.getUint32(at), bytes.length);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (PNG_CHUNKS.has(name)) {
      out.set(bytes.subarray(at, end), size);
      size += end - at;
    }
    at = end;
  }
  return out.subarray(0, size);
}

/** How many scans a JPEG has, up to the end of its picture: some cameras append another one. */
function scansOfJpeg(bytes: Uint8Array): number {
  let scans = 0;
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0;
    // Compressed data in which 0xff is followed by 0, fillers, and marks that stand alone.
    if (marker === 0 || marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xd9) break;
    else {
      if (marker === 0xda) scans += 1;
      at += 2 + Math.max(2, (bytes[at + 2] ?? 0) * 0x100 + (bytes[at + 3] ?? 0));
    }
  }
  return scans;
}

/**
 * What is given to a library that draws an image: no more than its picture needs, so that its work is bounded by the pixels that its
 * header says. In: the bytes of a file and its type. Out: those to draw; null for one whose work is out of all proportion.
 */
export function partsToDraw(type: ImageType, bytes: Uint8Array): Uint8Array | null {
  if (type === 'image/png') return partsOfPng(bytes);
  return type === 'image/jpeg' && scansOfJpeg(bytes) > JPEG_SCANS_MAX ? null : bytes;
}
