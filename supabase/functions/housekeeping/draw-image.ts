import type * as Magick from '@imagemagick/magick-wasm';
import type { ImageType } from '../_shared/domain/image-files.ts';
import { THUMBNAIL_SIZE_MAX } from '../_shared/domain/limits.ts';
import { partsToDraw } from '../_shared/domain/image-parts.ts';
import {
  AVATAR_EDGE,
  smallerSize,
  THUMBNAIL_QUALITIES,
  thumbnailSize,
  type Size,
} from '../_shared/domain/thumbnail.ts';

/** Drawn images are small enough for lists: WebP files of at most 15 kB. */
export const DRAWN_TYPE = 'image/webp';

/**
 * Limit for formats other than JPEG, which can be decoded at a fraction of its size. Measured on the Deno of hosted
 * Supabase, whose functions have 2 s of CPU time and 256 MB: 40 megapixels of JPEG take 0.5 s and 134 MB (progressive
 * 0.9 s and 245 MB), 12 of PNG or WebP 1.0 s and 218 MB; each includes 0.15 s for the start of the library.
 */
const WHOLE_PIXELS_MAX = 13_000_000;
/** Memory limit of the library per image; exceeding it is an error instead of a crash of the process. */
const MEMORY_MAX = 200n * 1024n * 1024n;
/** Minimum width and height to decode a JPEG at, if it has them: twice the size of the thumbnail, for a good reduction. */
const READ_EDGE = 960;
/** Reduction, in each direction, from which pixels are averaged. */
const MEAN_FROM = 4;
/** Size limit of a colour profile: those of cameras have half of it, those of printers a hundred times as much. */
const PROFILE_SIZE_MAX = 1_000;

const FORMATS = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WEBP',
} as const satisfies Record<ImageType, Magick.MagickFormat>;

export type DrawnImage = { type: ImageType; pixels: number; bytes: Uint8Array };

type Library = typeof Magick;
let magick: Promise<Library> | undefined;

/** Loaded with the first image, because most functions draw none. */
async function startMagick(): Promise<Library> {
  const library = await import('@imagemagick/magick-wasm');
  await library.initializeImageMagick(
    await Deno.readFile(new URL(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'))),
  );
  library.ResourceLimits.memory = MEMORY_MAX;
  library.ResourceLimits.disk = 0n;
  return library;
}

/**
 * The library that draws, loaded once.
 * @throws if it cannot be loaded; the next call tries again
 */
export function loadLibrary(): Promise<Library> {
  magick ??= startMagick().catch((error: unknown) => {
    magick = undefined;
    throw error;
  });
  return magick;
}

/**
 * Shrinks an image. A strong reduction averages the pixels: the default filter of the library reads five times as many
 * pixels in each direction and takes up to three times as long, without a visibly better result.
 */
function shrink(image: Magick.IMagickImage, { width, height }: Size, { FilterType }: Library): void {
  if (image.width >= MEAN_FROM * width) image.resize(width, height, FilterType.Box);
  else image.thumbnail(width, height);
}

/** The best file of an image that is small enough, with fewer pixels if no quality suffices. */
function write(image: Magick.IMagickImage, format: Magick.MagickFormat): Uint8Array<ArrayBuffer> | null {
  const [best, good, fair, least] = THUMBNAIL_QUALITIES;
  const writeAt = (quality: number) => {
    image.quality = quality;
    return image.write(format, (bytes) => (bytes.length <= THUMBNAIL_SIZE_MAX ? Uint8Array.from(bytes) : null));
  };
  for (;;) {
    const bestFile = writeAt(best);
    if (bestFile) return bestFile;
    // If the lowest quality is too large, so are all others: this halves the work for a photo with much detail.
    const leastFile = writeAt(least);
    if (leastFile) return writeAt(good) ?? writeAt(fair) ?? leastFile;
    const smaller = smallerSize(image);
    if (!smaller) return null;
    image.resize(smaller.width, smaller.height);
  }
}

/** Redraws an image upright and without metadata; null if it cannot be decoded. */
async function draw(
  { type, pixels, bytes }: DrawnImage,
  shape: (image: Magick.IMagickImage, library: Library) => void,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (type !== 'image/jpeg' && pixels > WHOLE_PIXELS_MAX) return null;
  const parts = partsToDraw(type, bytes);
  if (!parts) return null;
  const library = await loadLibrary();
  const { ColorSpace, ImageMagick, MagickError, MagickFormat, MagickImageInfo, MagickReadSettings } = library;
  const settings = new MagickReadSettings({ format: FORMATS[type], frameIndex: 0, frameCount: 1 });
  try {
    if (type === 'image/jpeg') {
      const { width, height } = MagickImageInfo.create(parts, settings);
      settings.setDefine(MagickFormat.Jpeg, 'size', `${Math.min(width, READ_EDGE)}x${Math.min(height, READ_EDGE)}`);
    }
    return ImageMagick.read(parts, settings, (image) => {
      image.autoOrient();
      shape(image, library);
      const profile = image.getColorProfile();
      const isKept = profile?.colorSpace === ColorSpace.sRGB && profile.data.length <= PROFILE_SIZE_MAX;
      // Copied, because its memory is freed with the image's other profiles.
      const colors = isKept ? Uint8Array.from(profile.data) : null;
      image.strip();
      if (colors) image.setProfile('icc', colors);
      return write(image, MagickFormat.WebP);
    });
  } catch (error) {
    if (error instanceof MagickError) return null;
    throw error;
  }
}

/**
 * The thumbnail of an image; null if it cannot be drawn.
 * @throws if the library cannot be loaded
 */
export const drawThumbnail = (image: DrawnImage) =>
  draw(image, (drawn, library) => shrink(drawn, thumbnailSize(drawn), library));

/**
 * The centre of an image as an avatar, as the page shows it; null if the image cannot be decoded.
 * @throws if the library cannot be loaded
 */
export const drawAvatar = (image: DrawnImage) =>
  draw(image, (drawn, library) => {
    const edge = Math.min(drawn.width, drawn.height);
    drawn.crop(edge, edge, library.Gravity.Center);
    const small = Math.min(edge, AVATAR_EDGE);
    shrink(drawn, { width: small, height: small }, library);
  });
