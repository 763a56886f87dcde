import { cleanFileName } from '../domain/file-name.ts';
import {
  damagedFileText,
  imageTooLargeText,
  notAKeptImageText,
  sniffImageType,
  tooManyPixelsText,
  type ImageType,
} from '../domain/image-files.ts';
import { withoutMetadata } from '../domain/image-metadata.ts';
import { readImage } from '../domain/image-size.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIZE_MAX } from '../domain/limits.ts';
import { ApiError, invalidInput } from './api-error.ts';

export type ReceivedImage = { type: ImageType; pixels: number; bytes: Uint8Array<ArrayBuffer> };

const tooLarge = (path: string, message: string) => new ApiError(413, message, { errors: [{ path, message }] });

/**
 * Reads an image from a form field and strips its metadata. Its type is detected from the bytes; name and declared type
 * are ignored.
 * @throws ApiError 413 for too many bytes or pixels, 400 for an incomplete file or one that is not an image
 */
export async function readReceivedImage(
  file: File,
  field: string,
  pixelsMax = IMAGE_PIXELS_MAX,
): Promise<ReceivedImage> {
  const name = cleanFileName(file.name);
  if (file.size > IMAGE_SIZE_MAX) throw tooLarge(field, imageTooLargeText(name));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const refused = (message: string) => invalidInput([{ path: field, message }]);
  const type = sniffImageType(bytes);
  if (!type) throw refused(notAKeptImageText(name, bytes));
  const image = readImage(bytes);
  const clean = withoutMetadata(type, bytes);
  if (!image || !clean.isWhole) throw refused(damagedFileText(name));
  if (image.pixels > pixelsMax) throw tooLarge(field, tooManyPixelsText(name, pixelsMax));
  return { ...image, bytes: clean.bytes };
}
