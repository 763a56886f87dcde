import type { ImageType } from './image-files.ts';

/**
 * Each scan of a JPEG passes over all pixels, and takes only a few bytes: 900 of them in 140 kB took 21 s at 40
 * megapixels. Encoders write ten, size-optimising ones up to fifteen.
 */
export const JPEG_SCANS_MAX = 20;
/**
 * JPEG segments that affect rendering: JFIF, Exif, colour profile, Adobe. Comments are dropped because the cost grows
 * with their number: 2 MB of them took 20 s.
 */
const JPEG_NOTES = new Set([0xe0, 0xe1, 0xe2, 0xee]);
/** More than the parts of a large colour profile. */
const JPEG_NOTES_MAX = 40;

/** PNG chunks that decoding needs. The others, text above all, can be compressed and unpack to gigabytes. */
const PNG_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'eXIf', 'IDAT', 'IEND']);
export const PNG_SIGNATURE_SIZE = 8;

/** WebP chunks that decoding needs, each once: a decoder keeps all frames of an animation, 40,000 of one pixel in 1.8 GB. */
const WEBP_CHUNKS = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L', 'EXIF']);
export const WEBP_HEADER_SIZE = 12;

/**
 * Parts of an image file, those of its frames included. A file has room for two million of a few bytes each, whose walk
 * takes a hundred times as long as that of a photo of the same size. Encoders write at most one part for each kilobyte,
 * and two or three for each frame of an animation.
 */
export const IMAGE_PARTS_MAX = 20_000;
/** How many parts may still be read: with none left, the rest of the file is not read. */
type PartsLeft = { count: number };
const allParts = (): PartsLeft => ({ count: IMAGE_PARTS_MAX });

/** A piece of an image file: start, and end (exclusive); `isCut` if the file ends within it. */
export type Piece<Name> = { name: Name; from: number; to: number; isCut: boolean };

const letters = (view: DataView, from: number) =>
  String.fromCharCode(view.getUint8(from), view.getUint8(from + 1), view.getUint8(from + 2), view.getUint8(from + 3));

/** A file assembled from pieces of another. */
export class Copy {
  readonly #source: Uint8Array;
  readonly #file: Uint8Array<ArrayBuffer>;
  #size = 0;

  /** @param room for bytes that are not from the source */
  constructor(source: Uint8Array, room = 0) {
    this.#source = source;
    this.#file = new Uint8Array(source.length + room);
  }

  keep(from: number, to: number): void {
    this.add(this.#source.subarray(from, to));
  }

  add(bytes: Uint8Array | readonly number[]): void {
    this.#file.set(bytes, this.#size);
    this.#size += bytes.length;
  }

  get size(): number {
    return this.#size;
  }

  get file(): Uint8Array<ArrayBuffer> {
    return this.#file.subarray(0, this.#size);
  }
}

/** The chunks of a PNG after its signature. */
export function* pngChunks(bytes: Uint8Array): Generator<Piece<string>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = PNG_SIGNATURE_SIZE, left = IMAGE_PARTS_MAX; from + 8 <= bytes.length && left > 0; left -= 1) {
    // Length, name, data and CRC.
    const end = from + 12 + view.getUint32(from);
    const to = Math.min(end, bytes.length);
    yield { name: letters(view, from + 4), from, to, isCut: end > to };
    from = to;
  }
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/**
 * The end of the compressed data, in which 0xff is followed by 0 or by a restart marker. Looks at each byte by itself:
 * `indexOf` is faster for a photo, but takes ten times as long for data that are nothing but 0xff and 0.
 */
function endOfData(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 1;
    if (next !== 0 && !isRestart(next)) return at;
    at += 1;
  }
  return bytes.length;
}

/** A marker can be preceded by any number of 0xff bytes. */
function endOfFilling(bytes: Uint8Array, from: number): number {
  let end = from;
  while (bytes[end + 1] === 0xff) end += 1;
  return end;
}

/** Whether a marker begins the header of a picture, which states its size. */
export const isJpegFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The segments of a JPEG by their markers: 0 for compressed data, 0xff for fill bytes. */
export function* jpegSegments(bytes: Uint8Array): Generator<Piece<number>> {
  for (let from = 0, left = IMAGE_PARTS_MAX; from < bytes.length && left > 0; left -= 1) {
    const next = bytes[from] === 0xff ? (bytes[from + 1] ?? 0) : 0;
    const marker = isRestart(next) ? 0 : next;
    let end = from + 2;
    if (marker === 0) end = endOfData(bytes, from + (next === 0 ? 1 : 2));
    else if (marker === 0xff) end = endOfFilling(bytes, from);
    else if (marker !== 0x01 && marker !== 0xd8 && marker !== 0xd9) {
      end += Math.max(2, (bytes[from + 2] ?? 0) * 0x100 + (bytes[from + 3] ?? 0));
    }
    const to = Math.min(end, bytes.length);
    yield { name: marker, from, to, isCut: end > to };
    from = to;
  }
}

/** The chunks of a WebP between two offsets of the file, each of an even length. */
export function* webpChunks(
  bytes: Uint8Array,
  begin = WEBP_HEADER_SIZE,
  limit = bytes.length,
  left = allParts(),
): Generator<Piece<string>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = begin; from + 8 <= limit && left.count > 0; left.count -= 1) {
    const length = view.getUint32(from + 4, true);
    const to = Math.min(from + 8 + length + (length % 2), limit);
    yield { name: letters(view, from), from, to, isCut: from + 8 + length > to };
    from = to;
  }
}

export const GIF_IMAGE = 0x2c;
const GIF_EXTENSION = 0x21;
const GIF_HEAD = 13;

const gifColoursSize = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
/** The end of the header of a GIF and of its colours, where its blocks begin. */
export const endOfGifHead = (bytes: Uint8Array): number => GIF_HEAD + gifColoursSize(bytes[10]);

/** The blocks of a GIF: `GIF_IMAGE`, or the label of an extension with `GIF_EXTENSION` before it. */
export function* gifBlocks(bytes: Uint8Array, left = allParts()): Generator<Piece<number>> {
  for (let from = endOfGifHead(bytes); left.count > 0; left.count -= 1) {
    const isImage = bytes[from] === GIF_IMAGE;
    if (!isImage && bytes[from] !== GIF_EXTENSION) return;
    let end = from + (isImage ? 11 + gifColoursSize(bytes[from + 9]) : 2);
    // Each sub-block starts with its length; an empty one ends the list.
    while (end < bytes.length && bytes[end] !== 0) end += 1 + (bytes[end] ?? 0);
    end += 1;
    const to = Math.min(end, bytes.length);
    yield { name: isImage ? GIF_IMAGE : gifExtension(bytes[from + 1]), from, to, isCut: end > to };
    from = to;
  }
}

export const gifExtension = (label = 0): number => GIF_EXTENSION * 0x100 + label;

/** Reduces a PNG to the chunks that decoding needs. */
function partsOfPng(bytes: Uint8Array): Uint8Array {
  const copy = new Copy(bytes);
  copy.keep(0, PNG_SIGNATURE_SIZE);
  for (const { name, from, to } of pngChunks(bytes)) if (PNG_CHUNKS.has(name)) copy.keep(from, to);
  return copy.file;
}

/** Reduces a JPEG to the segments that decoding needs; null if it has too many scans. */
function partsOfJpeg(bytes: Uint8Array): Uint8Array | null {
  const copy = new Copy(bytes);
  let scans = 0;
  let notes = 0;
  for (const { name: marker, from, to } of jpegSegments(bytes)) {
    if (marker === 0xda && (scans += 1) > JPEG_SCANS_MAX) return null;
    const isNote = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef);
    if (!isNote || (JPEG_NOTES.has(marker) && (notes += 1) <= JPEG_NOTES_MAX)) copy.keep(from, to);
    // Some cameras append another picture.
    if (marker === 0xd9) break;
  }
  return copy.file;
}

/** Reduces a WebP to the chunks that decoding needs; of an animation, the first frame. */
function partsOfWebp(bytes: Uint8Array): Uint8Array {
  const copy = new Copy(bytes);
  const seen = new Set<string>();
  copy.keep(0, WEBP_HEADER_SIZE);
  for (const { name, from, to } of webpChunks(bytes)) {
    if (!WEBP_CHUNKS.has(name) || seen.has(name)) continue;
    copy.keep(from, to);
    seen.add(name);
  }
  return asRiff(copy.file);
}

/** A RIFF file with its length in the header. */
export function asRiff(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  new DataView(file.buffer).setUint32(4, file.length - 8, true);
  return file;
}

/**
 * Prepares an image for the drawing library: reduces it to the parts that decoding needs, so that the cost is bounded by
 * the pixel count in its header.
 * @returns the bytes to draw; null if decoding them would be disproportionately expensive
 */
export function partsToDraw(type: ImageType, bytes: Uint8Array): Uint8Array | null {
  if (type === 'image/png') return partsOfPng(bytes);
  if (type === 'image/jpeg') return partsOfJpeg(bytes);
  return type === 'image/webp' ? partsOfWebp(bytes) : bytes;
}
