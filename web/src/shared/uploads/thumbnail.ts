import { THUMBNAIL_SIZE_MAX } from '@domain/limits.ts';

/** A thumbnail is at most that large, in pixels. */
export const THUMBNAIL_WIDTH = 480;
const THUMBNAIL_HEIGHT = 1920;
const THUMBNAIL_TYPES = ['image/webp', 'image/jpeg'] as const;
/** Tried in turn until the file is small enough; then all of them again, with fewer pixels. */
const THUMBNAIL_QUALITIES = [0.8, 0.65, 0.5, 0.35];
const SMALLER = 0.75;

/** The size of the thumbnail of an image: 480 px wide and 1920 high at most, never enlarged, same proportions. In and out: pixels. */
export function thumbnailSize(image: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, THUMBNAIL_WIDTH / image.width, THUMBNAIL_HEIGHT / image.height);
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
}

/** Draws an image as large as that and gives its file, the best that is small enough; null where none is, or where none can be written. */
async function draw(image: ImageBitmap, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  for (const type of THUMBNAIL_TYPES) {
    let isWritten = false;
    for (const quality of THUMBNAIL_QUALITIES) {
      const blob = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, type, quality);
      });
      // A browser that cannot write WebP silently writes PNG instead.
      if (blob?.type !== type) break;
      if (blob.size <= THUMBNAIL_SIZE_MAX) return blob;
      isWritten = true;
    }
    if (isWritten) return null;
    // JPEG knows no transparency, and what is left empty would be black.
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  return null;
}

/**
 * A small WebP of an image file for lists, a JPEG where the browser cannot write that, or null where it cannot read the image:
 * lists then show a sign. A photo full of detail loses quality, then pixels, until it is no larger than any other. Never throws.
 */
export async function makeThumbnail(file: Blob): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(file);
    try {
      let { width, height } = thumbnailSize(image);
      for (;;) {
        const blob = await draw(image, width, height);
        if (blob || width * height === 1) return blob;
        width = Math.max(1, Math.round(width * SMALLER));
        height = Math.max(1, Math.round(height * SMALLER));
      }
    } finally {
      image.close();
    }
  } catch {
    return null;
  }
}
