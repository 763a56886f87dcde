import {
  atMostImagesText,
  damagedFileText,
  IMAGE_TYPES,
  imageTooLargeText,
  notAKeptImageText,
  sniffImageType,
  tooManyImagesText,
  tooManyPixelsText,
  type FileRefusal,
  type ImageType,
} from '@domain/image-files.ts';
import { withoutMetadata } from '@domain/image-metadata.ts';
import { readImage } from '@domain/image-size.ts';
import { FEEDBACK_IMAGES_MAX, IMAGE_PIXELS_MAX, IMAGE_SIZE_MAX, IMAGES_MAX } from '@domain/limits.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { pickFiles, withCleanName } from './pick-files.ts';
import { newUuid } from '@/shared/text/new-uuid.ts';

const SIGNATURE_BYTES = 12;

export const IMAGE_HINT = 'PNG, JPG, GIF';

/** A picked file with the type detected from its bytes, regardless of name and declared type. */
type InspectedFile = {
  file: File;
  type: ImageType | null;
  pixels: number | undefined;
  isDamaged: boolean;
  /** Refusal of a file whose type cannot be stored. */
  notKeptText: string;
};

type Check = (inspected: InspectedFile) => FileRefusal | null;

const invalid = (text: string): FileRefusal => ({ title: msg('Invalid file type'), text });
const tooLarge = (text: string): FileRefusal => ({ title: msg('File too large'), text });

const isNamedImage: Check = ({ file, notKeptText }) => (file.type.startsWith('image/') ? null : invalid(notKeptText));
const isProvedImage: Check = ({ type, notKeptText }) => (type === null ? invalid(notKeptText) : null);
const hasFewBytes: Check = ({ file }) => (file.size > IMAGE_SIZE_MAX ? tooLarge(imageTooLargeText(file.name)) : null);
const hasFewPixels: Check = ({ file, pixels = 0 }) =>
  pixels > IMAGE_PIXELS_MAX ? tooLarge(tooManyPixelsText(file.name)) : null;
const isWhole: Check = ({ file, isDamaged }) => (isDamaged ? invalid(damagedFileText(file.name)) : null);

/** The maximum number of images and the checks for each. The first failing check gives the reason. */
export type ImageLimits = { max: number; tooMany: (room: number) => FileRefusal; checks: readonly Check[] };

/** Limits for images of a post or news item. */
export const GALLERY_IMAGES: ImageLimits = {
  max: IMAGES_MAX,
  tooMany: (room) => ({ title: msg('Too many images'), text: tooManyImagesText(room) }),
  checks: [isNamedImage, isProvedImage, hasFewBytes, hasFewPixels, isWhole],
};

export const FEEDBACK_IMAGES: ImageLimits = {
  max: FEEDBACK_IMAGES_MAX,
  tooMany: () => ({ title: msg('Too many images'), text: atMostImagesText(FEEDBACK_IMAGES_MAX) }),
  checks: [hasFewBytes, isProvedImage, hasFewPixels, isWhole],
};

// Cropping writes a new file, so any image that the browser can decode is fine.
const AVATAR_CHECKS = [isNamedImage, hasFewBytes, hasFewPixels];

const firstRefusal = (inspected: InspectedFile, checks: readonly Check[]) =>
  checks.reduce<FileRefusal | null>((refusal, check) => refusal ?? check(inspected), null);

/**
 * Decides which picked images to take.
 * @param files the picked files
 * @param already number of present images
 * @returns the images to take and the refusals
 */
export async function pickImages(
  files: readonly File[],
  already: number,
  { max, tooMany, checks }: ImageLimits,
): Promise<{ images: InspectedFile[]; refusals: FileRefusal[] }> {
  const inspectedFiles = await Promise.all(files.map((file) => inspect(withCleanName(file))));
  // One at a time and only up to the limit, because each is decoded into memory.
  let room = max - already;
  for (const inspected of inspectedFiles) {
    if (room <= 0) break;
    if (firstRefusal(inspected, checks)) continue;
    inspected.isDamaged = !(await canBeShown(inspected.file));
    if (!inspected.isDamaged) room -= 1;
  }
  const { accepted, refusals } = pickFiles(inspectedFiles, {
    already,
    max,
    tooMany,
    refuse: (inspected) => firstRefusal(inspected, checks),
  });
  return { images: accepted, refusals };
}

/** A picked image with the type detected from its content, and its future path. */
export type PickedImage = { file: File; type: ImageType; path: string };

/** `pickImages` for a gallery: also gives each image a new path in the uploader's folder. */
export async function pickGalleryImages(
  files: readonly File[],
  already: number,
  folder: string,
): Promise<{ images: PickedImage[]; refusals: FileRefusal[] }> {
  const { images, refusals } = await pickImages(files, already, GALLERY_IMAGES);
  const named = images.flatMap(({ file, type }) =>
    type ? [{ file, type, path: `${folder}/${newUuid()}.${IMAGE_TYPES[type]}` }] : [],
  );
  return { images: named, refusals };
}

/** Why a file cannot become an avatar, or null. */
export async function refusalOfAvatar(file: File): Promise<FileRefusal | null> {
  // Before the browser decodes it, because too many pixels would exhaust its memory.
  const inspected = await inspect(file);
  const refusal = firstRefusal(inspected, AVATAR_CHECKS);
  if (refusal || (await canBeShown(file))) return refusal;
  return invalid(inspected.type ? damagedFileText(file.name) : inspected.notKeptText);
}

/** Whether this browser can decode an image file. */
async function canBeShown(file: File): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}

async function inspect(file: File): Promise<InspectedFile> {
  // Oversized files are refused anyway, so their first bytes are enough.
  const content = file.size > IMAGE_SIZE_MAX ? file.slice(0, SIGNATURE_BYTES) : file;
  const bytes = new Uint8Array(await content.arrayBuffer());
  const type = sniffImageType(bytes);
  const image = readImage(bytes);
  return {
    file,
    type,
    pixels: image?.pixels,
    isDamaged: type !== null && content === file && !(image && withoutMetadata(type, bytes).isWhole),
    notKeptText: notAKeptImageText(file.name, bytes),
  };
}
