import { THUMBNAIL_SIZE_MAX } from '@domain/limits.ts';
import { AVATAR_EDGE } from '@domain/thumbnail.ts';

const TYPES = { webp: 'image/webp', png: 'image/png' } as const;
/** Tried in turn until the file is small enough for lists. */
const QUALITIES = [0.9, 0.8, 0.65, 0.5];

export type CroppedAvatar = { avatar: Blob; extension: 'webp' | 'png' };
export type CropArea = { x: number; y: number; width: number; height: number };

async function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  let blob: Blob | null = null;
  for (const quality of QUALITIES) {
    blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, type, quality);
    });
    // A browser that writes PNG instead knows no quality.
    if (!blob || blob.size <= THUMBNAIL_SIZE_MAX || blob.type !== type) break;
  }
  return blob;
}

/** A part of an image as a square of 256 pixels: WebP, or PNG where the browser cannot write that. Throws when the file is no image. */
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
  const avatar = await blobOf(canvas, TYPES.webp);
  if (!avatar) throw new Error('The picture cannot be drawn');
  // A browser that cannot write WebP silently writes PNG instead.
  return { avatar, extension: avatar.type === TYPES.webp ? 'webp' : 'png' };
}
