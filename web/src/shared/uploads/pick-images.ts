import {
  checkPickedImages,
  IMAGE_TYPES,
  sniffImageType,
  type FileRefusal,
  type ImageType,
} from '@domain/image-files.ts';
import { readImage } from '@domain/image-size.ts';
import { IMAGE_SIZE_MAX } from '@domain/limits.ts';

const SIGNATURE_BYTES = 12;

/** A picked image with the type that its content proves and the place where it will be stored. */
export type PickedImage = { file: File; type: ImageType; path: string };

/**
 * Decides what becomes of picked files (§5 Image upload, C25): names and types may lie, so the bytes decide. In: the
 * files, how many images there are already and the folder of the uploader; out: what to upload and what was refused.
 */
export async function pickImages(
  files: readonly File[],
  already: number,
  folder: string,
): Promise<{ images: PickedImage[]; refusals: FileRefusal[] }> {
  const facts = await Promise.all(files.map(factsOf));
  const { accepted, refusals } = checkPickedImages(facts, already);
  const images = accepted.flatMap(({ file, proved }) =>
    proved ? [{ file, type: proved, path: `${folder}/${crypto.randomUUID()}.${IMAGE_TYPES[proved]}` }] : [],
  );
  return { images, refusals };
}

async function factsOf(file: File) {
  // What is too large is refused anyway, so of it the first bytes are enough.
  const content = file.size > IMAGE_SIZE_MAX ? file.slice(0, SIGNATURE_BYTES) : file;
  const bytes = new Uint8Array(await content.arrayBuffer());
  const image = readImage(bytes);
  const proved = image?.type ?? (content === file ? null : sniffImageType(bytes));
  const isCalledImage = file.type.startsWith('image/');
  return {
    file,
    proved,
    name: file.name,
    size: file.size,
    type: isCalledImage ? (proved ?? '') : file.type,
    pixels: image?.pixels,
  };
}
