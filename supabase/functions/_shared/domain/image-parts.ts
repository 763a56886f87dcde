import type { ImageType } from './image-files.ts';

/**
 * Each scan of a JPEG goes through all of its pixels, and a few bytes are a scan: 900 of them in 140 kB took 21 s at 40 megapixels.
 * Programs write ten, those that try for the smallest file up to fifteen.
 */
export const JPEG_SCANS_MAX = 20;
/**
 * Notes that say how a JPEG is drawn: JFIF, Exif, a profile of colours, Adobe. Each comment costs more than the one before it: 2 MB of
 * them took 20 s.
 */
const JPEG_NOTES = new Set([0xe0, 0xe1, 0xe2, 0xee]);
/** More than the parts of a large profile of colours. */
const JPEG_NOTES_MAX = 40;

/** What a PNG needs for its picture: the rest, texts above all, may be packed and unfold into gigabytes. */
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf', 'IDAT', 'IEND']);
const PNG_SIGNATURE_SIZE = 8;

/** What a WebP needs for its picture, once each: all frames of an animation are kept at once, 40,000 of one pixel in 1.8 GB. */
const WEBP_CHUNKS = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L', 'EXIF']);
const WEBP_HEADER_SIZE = 12;

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

/** In: a JPEG. Out: the same picture without comments and notes of programs; null with too many scans. */
function partsOfJpeg(bytes: Uint8Array): Uint8Array | null {
  const out = new Uint8Array(bytes.length);
  let size = 0;
  let scans = 0;
  let notes = 0;
  for (let at = 0; at < bytes.length;) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0;
    let end = at + 1;
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)) end = at + 2;
    else if (marker === 0) {
      // Compressed data, in which 0xff is followed by 0.
      const next = bytes.indexOf(0xff, at + 1);
      end = next === -1 ? bytes.length : next;
    } else if (marker !== 0xff) {
      end = at + 2 + Math.max(2, (bytes[at + 2] ?? 0) * 0x100 + (bytes[at + 3] ?? 0));
    }
    end = Math.min(end, bytes.length);
    if (marker === 0xda && (scans += 1) > JPEG_SCANS_MAX) return null;
    const isNote = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
    if (!isNote || (JPEG_NOTES.has(marker) && (notes += 1) <= JPEG_NOTES_MAX)) {
      out.set(bytes.subarray(at, end), size);
      size += end - at;
    }
    // Some cameras append another picture.
    if (marker === 0xd9) break;
    at = end;
  }
  return out.subarray(0, size);
}

/** In: a WebP. Out: the same picture, of an animation its first frame, without everything else. */
function partsOfWebp(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new Uint8Array(bytes.length);
  const seen = new Set<string>();
  out.set(bytes.subarray(0, WEBP_HEADER_SIZE));
  let size = WEBP_HEADER_SIZE;
  for (let at = WEBP_HEADER_SIZE; at + 8 <= bytes.length;) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    // Parts begin at even places.
    const end = Math.min(at + 8 + length + (length % 2), bytes.length);
    if (WEBP_CHUNKS.has(name) && !seen.has(name)) {
      out.set(bytes.subarray(at, end), size);
      size += end - at;
      seen.add(name);
    }
    at = end;
  }
  new DataView(out.buffer).setUint32(4, size - 8, true);
  return out.subarray(0, size);
}

/**
 * What is given to a library that draws an image: no more than its picture needs, so that its work is bounded by the pixels that its
 * header says. In: the bytes of a file and its type. Out: those to draw; null for one whose work is out of all proportion.
 */
export function partsToDraw(type: ImageType, bytes: Uint8Array): Uint8Array | null {
  if (type === 'image/png') return partsOfPng(bytes);
  if (type === 'image/jpeg') return partsOfJpeg(bytes);
  return type === 'image/webp' ? partsOfWebp(bytes) : bytes;
}
