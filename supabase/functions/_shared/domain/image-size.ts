import { sniffImageType, type ImageType } from './image-files.ts';
import {
  GIF_IMAGE,
  gifBlocks,
  IMAGE_PARTS_MAX,
  isJpegFrame,
  jpegSegments,
  WEBP_HEADER_SIZE,
  webpChunks,
} from './image-parts.ts';

/** Facts from the headers of an image: its type, and the number of pixels that a decoder keeps in memory at once. */
export type ImageFacts = { type: ImageType; pixels: number };

type Size = { width: number; height: number };

const pixelsOf = ({ width, height }: Size) => width * height;
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const IHDR = 0x49484452;
const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;

/**
 * Reads type and pixel count from the headers of an image without decoding it: a small file can decode to an image that
 * exhausts the memory. For an animation, the largest frame counts.
 * @param bytes the whole file
 * @returns null unless the file is a PNG, JPEG, GIF or WebP that states its size, which browsers require, and whose frames
 * can be counted
 */
export function readImage(bytes: Uint8Array): ImageFacts | null {
  const type = sniffImageType(bytes);
  if (!type) return null;
  const pixels = readers[type](bytes);
  return pixels > 0 ? { type, pixels } : null;
}

/** Parsers that walk through the parts of their format. They return 0 if they find no size. */
const readers: Record<ImageType, (bytes: Uint8Array) => number> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/gif': readGif,
  'image/webp': readWebp,
};

// The first chunk of a PNG is its header; frames of an animation must fit into it.
function readPng(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  if (view.byteLength < 24 || view.getUint32(12) !== IHDR) return 0;
  return pixelsOf({ width: view.getUint32(16), height: view.getUint32(20) });
}

function readJpeg(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  for (const { name: marker, from } of jpegSegments(bytes)) {
    if (isJpegFrame(marker))
      return from + 9 > bytes.length
        ? 0
        : pixelsOf({ height: view.getUint16(from + 5), width: view.getUint16(from + 7) });
    if (marker === 0xd9 || marker === 0xda) return 0;
  }
  return 0;
}

function readGif(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  if (view.byteLength < 13) return 0;
  const left = { count: IMAGE_PARTS_MAX };
  // Decoders allocate memory for frames that exceed the screen.
  let width = view.getUint16(6, true);
  let height = view.getUint16(8, true);
  for (const { name, from } of gifBlocks(bytes, left)) {
    if (name !== GIF_IMAGE || from + 10 > bytes.length) continue;
    width = Math.max(width, view.getUint16(from + 1, true) + view.getUint16(from + 5, true));
    height = Math.max(height, view.getUint16(from + 3, true) + view.getUint16(from + 7, true));
  }
  return left.count > 0 ? pixelsOf({ width, height }) : 0;
}

function readWebp(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  const left = { count: IMAGE_PARTS_MAX };
  let largest = 0;
  const take = (size: Size) => {
    largest = Math.max(largest, pixelsOf(size));
  };
  const readParts = (begin: number, end: number, isFrame: boolean) => {
    for (const { name, from, to } of webpChunks(bytes, begin, end, left)) {
      const data = from + 8;
      if (name === 'VP8X' && data + 10 <= end)
        take({ width: 1 + uint24(view, data + 4), height: 1 + uint24(view, data + 7) });
      else if (name === 'VP8 ' && data + 10 <= end)
        take({ width: view.getUint16(data + 6, true) & 0x3fff, height: view.getUint16(data + 8, true) & 0x3fff });
      else if (name === 'VP8L' && data + 5 <= end) {
        const bits = view.getUint32(data + 1, true);
        take({ width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) });
      } else if (name === 'ANMF' && !isFrame && data + 16 <= end) {
        take({ width: 1 + uint24(view, data + 6), height: 1 + uint24(view, data + 9) });
        readParts(data + 16, to, true);
      }
    }
  };
  readParts(WEBP_HEADER_SIZE, bytes.length, false);
  return left.count > 0 ? largest : 0;
}
