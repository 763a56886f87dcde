import { imageTooLargeText, notAnImageText, tooManyPixelsText, type ImageType } from '../domain/image-files.ts';
import { readImage } from '../domain/image-size.ts';
import { IMAGE_PIXELS_MAX, IMAGE_SIZE_MAX } from '../domain/limits.ts';
import { ApiError, invalidInput } from './api-error.ts';

export type ReceivedImage = { type: ImageType; pixels: number; bytes: Uint8Array<ArrayBuffer> };

const tooLarge = (path: string, message: string) => new ApiError(413, message, { errors: [{ path, message }] });

/**
 * The image that a client sent in a field: taken for what its bytes are, whatever its name and type say. Throws an ApiError:
 * 413 for too many bytes or pixels, 400 for what is no image.
 */
export async function readReceivedImage(
  file: File,
  field: string,
  pixelsMax = IMAGE_PIXELS_MAX,
): Promise<ReceivedImage> {
  if (file.size > IMAGE_SIZE_MAX) throw tooLarge(field, imageTooLargeText(file.name));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = readImage(bytes);
  if (!image) throw invalidInput([{ path: field, message: notAnImageText(file.name) }]);
  if (image.pixels > pixelsMax) throw tooLarge(field, tooManyPixelsText(file.name, pixelsMax));
  return { ...image, bytes };
}
