import {
  atMostImagesText,
  IMAGE_TYPES,
  imageTooLargeText,
  notAnImageText,
  sniffImageType,
  tooManyImagesText,
  tooManyPixelsText,
  type FileRefusal,
  type ImageType,
} from '@domain/image-files.ts';
import { readImage } from '@domain/image-size.ts';
import { FEEDBACK_IMAGES_MAX, IMAGE_PIXELS_MAX, IMAGE_SIZE_MAX, IMAGES_MAX } from '@domain/limits.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { pickFiles } from './pick-files.ts';

const SIGNATURE_BYTES = 12;

export const IMAGE_HINT = 'PNG, JPG, GIF';

/** A picked file and what its bytes prove it to be, whatever its name and type say. */
type InspectedFile = { file: File; type: ImageType | null; pixels: number | undefined };

type Check = (inspected: InspectedFile) => FileRefusal | null;

const notAnImage = ({ name }: File): FileRefusal => ({ title: msg('Invalid file type'), text: notAnImageText(name) });
const tooLarge = (text: string): FileRefusal => ({ title: msg('File too large'), text });

const isNamedImage: Check = ({ file }) => (file.type.startsWith('image/') ? null : notAnImage(file));
const isProvedImage: Check = ({ file, type }) => (type === null ? notAnImage(file) : null);
const hasFewBytes: Check = ({ file }) => (file.size > IMAGE_SIZE_MAX ? tooLarge(imageTooLargeText(file.name)) : null);
const hasFewPixels: Check = ({ file, pixels = 0 }) =>
  pixels > IMAGE_PIXELS_MAX ? tooLarge(tooManyPixelsText(file.name)) : null;

/** How many images something takes and what each has to pass. The first check that fails says why. */
export type ImageLimits = { max: number; tooMany: (room: number) => FileRefusal; checks: readonly Check[] };

/** The images of a post or a news item. */
export const GALLERY_IMAGES: ImageLimits = {
  max: IMAGES_MAX,
  tooMany: (room) => ({ title: msg('Too many images'), text: tooManyImagesText(room) }),
  checks: [isNamedImage, isProvedImage, hasFewBytes, hasFewPixels],
};

export const FEEDBACK_IMAGES: ImageLimits = {
  max: FEEDBACK_IMAGES_MAX,
  tooMany: () => ({ title: msg('Too many images'), text: atMostImagesText(FEEDBACK_IMAGES_MAX) }),
  checks: [hasFewBytes, isProvedImage, hasFewPixels],
};

// Cropping writes a new file, so any kind of image will do that the browser can read.
const AVATAR_CHECKS = [isNamedImage, hasFewBytes, hasFewPixels];

const firstRefusal = (inspected: InspectedFile, checks: readonly Check[]) =>
  checks.reduce<FileRefusal | null>((refusal, check) => refusal ?? check(inspected), null);

/** Decides which picked files are taken. In: the files, how many images there are already; out: what to take and what was refused. */
export async function pickImages(
  files: readonly File[],
  already: number,
  { max, tooMany, checks }: ImageLimits,
): Promise<{ images: InspectedFile[]; refusals: FileRefusal[] }> {
  const { accepted, refusals } = pickFiles(await Promise.all(files.map(inspect)), {
    already,
    max,
    tooMany,
    refuse: (inspected) => firstRefusal(inspected, checks),
  });
  return { images: accepted, refusals };
}

/** A picked image with the type that its content proves and the place where it will be stored. */
export type PickedImage = { file: File; type: ImageType; path: string };

/** Like `pickImages`, for a gallery: gives each image a new name in the folder of the uploader. */
export async function pickGalleryImages(
  files: readonly File[],
  already: number,
  folder: string,
): Promise<{ images: PickedImage[]; refusals: FileRefusal[] }> {
  const { images, refusals } = await pickImages(files, already, GALLERY_IMAGES);
  const named = images.flatMap(({ file, type }) =>
    type ? [{ file, type, path: `${folder}/${crypto.randomUUID()}.${IMAGE_TYPES[type]}` }] : [],
  );
  return { images: named, refusals };
}

/** Why a file cannot become an avatar, or null. */
export async function refusalOfAvatar(file: File): Promise<FileRefusal | null> {
  // Before the browser reads it: that is what too many pixels would harm.
  const refusal = firstRefusal(await inspect(file), AVATAR_CHECKS);
  if (refusal) return refusal;
  try {
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return notAnImage(file);
  }
}

async function inspect(file: File): Promise<InspectedFile> {
  // Oversized files are refused anyway, so their first bytes are enough.
  const content = file.size > IMAGE_SIZE_MAX ? file.slice(0, SIGNATURE_BYTES) : file;
  const bytes = new Uint8Array(await content.arrayBuffer());
  const image = readImage(bytes);
  return {
    file,
    type: image?.type ?? (content === file ? null : sniffImageType(bytes)),
    pixels: image?.pixels,
  };
}
