import { sniffImageType, type ImageType } from './image-files.ts';
import {
  asRiff,
  Copy,
  endOfGifHead,
  GIF_IMAGE,
  gifBlocks,
  gifExtension,
  IMAGE_PARTS_MAX,
  isJpegFrame,
  jpegSegments,
  PNG_SIGNATURE_SIZE,
  pngChunks,
  WEBP_HEADER_SIZE,
  webpChunks,
} from './image-parts.ts';

/**
 * An image without metadata: location, time, owner and serial number of the camera, previews, comments, and trailing
 * bytes. Orientation and colour profile stay, because the image would look different without them.
 */
export type CleanImage = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the image data are complete; false for a truncated file, or one of headers only or of too many parts. */
  isWhole: boolean;
};

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
/** Makes nothing: a file has room for thousands of parts, and each is asked. */
function begins(bytes: Uint8Array, from: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (bytes[from + index] !== text.charCodeAt(index)) return false;
  return true;
}

const EXIF_PREFIX = 'Exif\0\0';
const ORIENTATION = 0x0112;
const SHORT = 3;
/** Larger than the first IFD of any Exif. */
const ENTRIES_MAX = 512;

/** The orientation from the Exif data, 1 (upright) to 8; 1 if the Exif cannot be read. */
function orientationOf(exif: Uint8Array): number {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength);
  const isLittle = begins(exif, 0, 'II');
  if (exif.length < 14 || !(isLittle || begins(exif, 0, 'MM'))) return 1;
  const at = view.getUint32(4, isLittle);
  if (at + 2 > exif.length) return 1;
  const count = Math.min(view.getUint16(at, isLittle), ENTRIES_MAX);
  for (let entry = at + 2; entry < at + 2 + 12 * count && entry + 12 <= exif.length; entry += 12) {
    if (view.getUint16(entry, isLittle) !== ORIENTATION || view.getUint16(entry + 2, isLittle) !== SHORT) continue;
    const value = view.getUint16(entry + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** An Exif block that holds only the orientation. */
const exifOf = (orientation: number): number[] =>
  [
    ascii('MM'),
    [0, 42, 0, 0, 0, 8, 0, 1],
    [ORIENTATION >> 8, ORIENTATION & 0xff, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0],
    [0, 0, 0, 0],
  ].flat();

/** Replaces the first Exif block by one that holds only the orientation; an upright image needs none. */
function replaceExif(copy: Copy, exif: Uint8Array, wrap: (exif: readonly number[]) => readonly number[]): void {
  const orientation = orientationOf(exif);
  if (orientation !== 1) copy.add(wrap(exifOf(orientation)));
}

/** Larger than an Exif block of one entry and its container. */
const ROOM = 64;

/** Offset of the data in a JPEG segment, after its marker and length. */
const JPEG_DATA = 4;
/** JFIF without its preview: marker, length, name, version, density, and a preview of zero pixels. */
const JFIF_SIZE = 18;
const ADOBE_SIZE = 16;

function cleanJpeg(bytes: Uint8Array): CleanImage {
  const copy = new Copy(bytes, ROOM);
  let [isFramed, isInScan, hasData, hasExif, isEnded] = [false, false, false, false, false];
  for (const { name: marker, from, to, isCut } of jpegSegments(bytes)) {
    const data = from + JPEG_DATA;
    if (marker === 0xd8 || marker === 0xdb || marker === 0xdd || marker === 0xde || marker === 0xdf)
      copy.keep(from, to);
    else if (marker >= 0xc0 && marker <= 0xcf) {
      isFramed ||= isJpegFrame(marker) && !isCut;
      copy.keep(from, to);
    } else if (marker === 0xda) {
      isInScan = true;
      copy.keep(from, to);
    } else if (marker === 0 && isInScan) {
      copy.keep(from, to);
      hasData = true;
    } else if (marker === 0xe0 && begins(bytes, data, 'JFIF\0') && to - from >= JFIF_SIZE) {
      copy.add([0xff, 0xe0, 0, JFIF_SIZE - 2]);
      copy.keep(data, from + JFIF_SIZE - 2);
      copy.add([0, 0]);
    } else if (marker === 0xe1 && begins(bytes, data, EXIF_PREFIX) && !hasExif) {
      hasExif = true;
      replaceExif(copy, bytes.subarray(data + EXIF_PREFIX.length, to), (exif) => [
        0xff,
        0xe1,
        0,
        2 + EXIF_PREFIX.length + exif.length,
        ...ascii(EXIF_PREFIX),
        ...exif,
      ]);
    } else if (marker === 0xe2 && begins(bytes, data, 'ICC_PROFILE\0')) copy.keep(from, to);
    else if (marker === 0xee && begins(bytes, data, 'Adobe') && to - from >= ADOBE_SIZE) {
      copy.add([0xff, 0xee, 0, ADOBE_SIZE - 2]);
      copy.keep(data, from + ADOBE_SIZE);
    } else if (marker === 0xd9) {
      copy.keep(from, to);
      isEnded = true;
      break;
    }
  }
  return { bytes: copy.file, isWhole: isFramed && hasData && isEnded };
}

/** PNG chunks that an image needs, animated ones included. */
const PNG_KEPT = new Set('IHDR PLTE tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT IDAT IEND'.split(' '));

/** The CRC at the end of a PNG chunk. */
function crc32(bytes: readonly number[]): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];

function cleanPng(bytes: Uint8Array): CleanImage {
  const copy = new Copy(bytes, ROOM);
  let [hasData, hasExif, isEnded] = [false, false, false];
  copy.keep(0, PNG_SIGNATURE_SIZE);
  for (const { name, from, to, isCut } of pngChunks(bytes)) {
    if (PNG_KEPT.has(name)) copy.keep(from, to);
    else if (name === 'eXIf' && !hasExif) {
      hasExif = true;
      replaceExif(copy, bytes.subarray(from + 8, to), (exif) => {
        const named = [...ascii('eXIf'), ...exif];
        return [...uint32(exif.length), ...named, ...uint32(crc32(named))];
      });
    }
    hasData ||= name === 'IDAT' && !isCut;
    isEnded = name === 'IEND' && !isCut;
    if (isEnded) break;
  }
  return { bytes: copy.file, isWhole: hasData && isEnded };
}

const WEBP_KEPT = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
const WEBP_FRAME_KEPT = new Set(['ALPH', 'VP8 ', 'VP8L']);
/** Name and length of a chunk, and the position of a frame. */
const WEBP_FRAME_HEAD = 8 + 16;
const HAS_EXIF = 0x08;
const HAS_XMP = 0x04;

const little32 = (value: number) => uint32(value).reverse();

function cleanWebp(bytes: Uint8Array): CleanImage {
  const copy = new Copy(bytes, ROOM);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const limit = Math.min(bytes.length, bytes.length < WEBP_HEADER_SIZE ? 0 : 8 + view.getUint32(4, true));
  const left = { count: IMAGE_PARTS_MAX };
  let flagsAt: number | null = null;
  let [hasPicture, hasExif] = [false, false];
  copy.keep(0, WEBP_HEADER_SIZE);
  for (const { name, from, to, isCut } of webpChunks(bytes, WEBP_HEADER_SIZE, limit, left)) {
    if (name === 'ANMF' && to - from > WEBP_FRAME_HEAD) {
      const begin = copy.size;
      copy.keep(from, from + WEBP_FRAME_HEAD);
      for (const part of webpChunks(bytes, from + WEBP_FRAME_HEAD, to, left))
        if (WEBP_FRAME_KEPT.has(part.name)) copy.keep(part.from, part.to);
      new DataView(copy.file.buffer).setUint32(begin + 4, copy.size - begin - 8, true);
    } else if (WEBP_KEPT.has(name)) {
      if (name === 'VP8X' && to - from > 8) flagsAt ??= copy.size + 8;
      copy.keep(from, to);
    } else if (name === 'EXIF' && flagsAt !== null && !hasExif) {
      const data = from + 8 + (begins(bytes, from + 8, EXIF_PREFIX) ? EXIF_PREFIX.length : 0);
      const before = copy.size;
      replaceExif(copy, bytes.subarray(data, to), (exif) => [...ascii('EXIF'), ...little32(exif.length), ...exif]);
      hasExif = copy.size > before;
    }
    hasPicture ||= !isCut && (name === 'VP8 ' || name === 'VP8L' || name === 'ANMF');
  }
  const file = asRiff(copy.file);
  if (flagsAt !== null) file[flagsAt] = ((file[flagsAt] ?? 0) & ~HAS_XMP & ~HAS_EXIF) | (hasExif ? HAS_EXIF : 0);
  const isRead = left.count > 0 && limit >= WEBP_HEADER_SIZE && bytes.length >= limit;
  return { bytes: file, isWhole: hasPicture && isRead };
}

/** Application extensions that define the repetition of an animation, and its colour profile. */
const GIF_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];
const GIF_CONTROL = gifExtension(0xf9);
const GIF_APPLICATION = gifExtension(0xff);

function cleanGif(bytes: Uint8Array): CleanImage {
  const copy = new Copy(bytes, ROOM);
  const left = { count: IMAGE_PARTS_MAX };
  let hasPicture = false;
  copy.keep(0, endOfGifHead(bytes));
  if (endOfGifHead(bytes) > bytes.length) return { bytes: copy.file, isWhole: false };
  for (const { name, from, to, isCut } of gifBlocks(bytes, left)) {
    if (isCut) break;
    const isKept =
      name === GIF_IMAGE ||
      name === GIF_CONTROL ||
      (name === GIF_APPLICATION && GIF_APPLICATIONS.some((application) => begins(bytes, from + 3, application)));
    if (isKept) copy.keep(from, to);
    hasPicture ||= name === GIF_IMAGE;
  }
  copy.add([0x3b]);
  return { bytes: copy.file, isWhole: hasPicture && left.count > 0 };
}

const cleaners: Record<ImageType, (bytes: Uint8Array) => CleanImage> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
  'image/gif': cleanGif,
};

/**
 * Strips the metadata of an image without decoding it; a second run changes nothing.
 * @param type as returned by `sniffImageType`
 */
export const withoutMetadata = (type: ImageType, bytes: Uint8Array): CleanImage => cleaners[type](bytes);

/** The bytes to store for a file: images lose their metadata, other files are unchanged. */
export function fileToStore(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const type = sniffImageType(bytes);
  return type ? withoutMetadata(type, bytes).bytes : bytes;
}
