import { IMAGE_PATH_MAX, IMAGE_PIXELS_MAX, IMAGES_MAX } from './limits.ts';
import { urlOf } from './url-of.ts';
import { z } from 'zod';

/** The accepted image types, detected by their first bytes. SVG is not among them because it can contain scripts. */
export const IMAGE_TYPES = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;

export type ImageType = keyof typeof IMAGE_TYPES;

/** The message for more images than a post can have; `room` is the number that still fits. */
export const tooManyImagesText = (room: number) =>
  `You can only upload ${room} more image(s). Maximum ${IMAGES_MAX} images allowed per post.`;
/** The message for more images than a feedback can have. */
export const atMostImagesText = (max: number) => `At most ${max} images`;
export const imageTooLargeText = (fileName: string) => `${fileName} exceeds 5MB limit`;
export const notAnImageText = (fileName: string) => `${fileName} is not an image file`;
/** The message for an image of a format that is not accepted. */
export const otherImageText = (fileName: string, format: string) =>
  `${fileName} is an image in ${format}: save it as JPG or PNG first`;
export const damagedFileText = (fileName: string) => `${fileName} is damaged: save or export it again`;
export const tooManyPixelsText = (fileName: string, limit: number = IMAGE_PIXELS_MAX) =>
  `${fileName} has more than ${limit / 1_000_000} megapixels`;

/** Why a selected file is refused, as text of a toast. */
export type FileRefusal = { title: string; text: string };

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte);

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));

const PNG = [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** The image type of a file by its first bytes (12 suffice), whatever its name says; null if it is not an accepted type. */
export function sniffImageType(bytes: Uint8Array): ImageType | null {
  if (startsWith(bytes, PNG)) return 'image/png';
  if (startsWith(bytes, JPEG)) return 'image/jpeg';
  if (startsWith(bytes, ascii('GIF87a')) || startsWith(bytes, ascii('GIF89a'))) return 'image/gif';
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'image/webp';
  return null;
}

/** Formats by the brand in the `ftyp` box, which phones write. */
const BRANDS: Readonly<Record<string, string>> = {
  heic: 'HEIC',
  heix: 'HEIC',
  hevc: 'HEIC',
  heim: 'HEIC',
  mif1: 'HEIC',
  msf1: 'HEIC',
  avif: 'AVIF',
  avis: 'AVIF',
};

/** Detects an image format that is not accepted, by its first bytes. Null for SVG and for files that are not images. */
export function otherImageFormat(bytes: Uint8Array): string | null {
  if (startsWith(bytes, ascii('ftyp'), 4)) return BRANDS[String.fromCharCode(...bytes.subarray(8, 12))] ?? null;
  if (startsWith(bytes, [...ascii('II'), 42, 0]) || startsWith(bytes, [...ascii('MM'), 0, 42])) return 'TIFF';
  if (startsWith(bytes, ascii('BM')) && startsWith(bytes, [0, 0, 0, 0], 6)) return 'BMP';
  if (startsWith(bytes, [0, 0, 0, 12, ...ascii('JXL ')]) || startsWith(bytes, [0xff, 0x0a])) return 'JPEG XL';
  return null;
}

/** Why a file is refused whose first bytes match no accepted type. */
export function notAKeptImageText(fileName: string, bytes: Uint8Array): string {
  const format = otherImageFormat(bytes);
  return format === null ? notAnImageText(fileName) : otherImageText(fileName, format);
}

const STORED_PATH = /^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/-]*$/;

function isImageReference(text: string): boolean {
  if (STORED_PATH.test(text)) return true;
  return /^https:\/\//i.test(text) && urlOf(text) !== null;
}

/** Images of a post or quote: paths in the bucket or https URLs, at most five. */
export const imagesSchema = z.array(z.string().max(IMAGE_PATH_MAX).refine(isImageReference)).max(IMAGES_MAX);

/** The answer of an image upload: one path per file, in order. */
export const imageUploadResponseSchema = z.object({ imagePaths: z.array(z.string()) });
