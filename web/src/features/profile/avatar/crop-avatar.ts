import { THUMBNAIL_SIZE_MAX } from '@domain/limits.ts';
import { AVATAR_EDGE } from '@domain/thumbnail.ts';

/** In order of preference: not every browser writes WebP. */
const TYPES = [
  { type: 'image/webp', extension: 'webp' },
  { type: 'image/jpeg', extension: 'jpg' },
] as const;
/** Tried in turn until the file is small enough for lists. */
const QUALITIES = [0.9, 0.8, 0.65, 0.5];

export type CroppedAvatar = { avatar: Blob; extension: (typeof TYPES)[number]['extension'] };
export type CropArea = { x: number; y: number; width: number; height: number };

/** Encodes the canvas in a type, small enough for lists if possible; null if the browser cannot write the type. */
async function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  let blob: Blob | null = null;
  for (const quality of QUALITIES) {
    blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, quality);
    });
    // A browser that cannot write a type silently writes PNG instead.
    if (blob?.type !== type) return null;
    if (blob.size <= THUMBNAIL_SIZE_MAX) break;
  }
  return blob;
}

/**
 * Crops an image to a 256-pixel square: WebP, or JPEG if the browser cannot write that. Throws if the file is not an
 * image.
 */
export async function cropAvatar(file: Blob, area: CropArea): Promise<CroppedAvatar> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_EDGE;
  canvas.height = AVATAR_EDGE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The picture cannot be drawn');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, AVATAR_EDGE, AVATAR_EDGE);
  image.close();
  for (const { type, extension } of TYPES) {
    const avatar = await blobOf(canvas, type);
    if (avatar) return { avatar, extension };
    // JPEG has no transparency: empty pixels would turn black.
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, AVATAR_EDGE, AVATAR_EDGE);
  }
  throw new Error('The picture cannot be drawn');
}
