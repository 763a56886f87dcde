import { imageTooLargeText, notAnImageText, tooManyPixelsText } from '@domain/image-files.ts';
import { readImage } from '@domain/image-size.ts';
import { FEEDBACK_IMAGES_MAX, IMAGE_PIXELS_MAX, IMAGE_SIZE_MAX } from '@domain/limits.ts';

async function refusalOf(file: File): Promise<string | null> {
  if (file.size > IMAGE_SIZE_MAX) return imageTooLargeText(file.name);
  const image = readImage(new Uint8Array(await file.arrayBuffer()));
  if (!image) return notAnImageText(file.name);
  return image.pixels > IMAGE_PIXELS_MAX ? tooManyPixelsText(file.name) : null;
}

/**
 * Decides what becomes of files picked for feedback (B8). In: those that are there and those that were picked; out: all that
 * stay, in order, and the texts of what was refused. What a file is, its bytes say (C25).
 */
export async function pickFeedbackImages(
  present: readonly File[],
  picked: readonly File[],
): Promise<{ images: File[]; refusals: string[] }> {
  const checked = await Promise.all(picked.map(async (file) => ({ file, refusal: await refusalOf(file) })));
  const refusals = checked.flatMap(({ refusal }) => refusal ?? []);
  const images = [...present, ...checked.flatMap(({ file, refusal }) => (refusal ? [] : [file]))];
  if (images.length > FEEDBACK_IMAGES_MAX) refusals.push(`At most ${FEEDBACK_IMAGES_MAX} images`);
  return { images: images.slice(0, FEEDBACK_IMAGES_MAX), refusals };
}
