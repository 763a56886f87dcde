import { THUMBNAIL_SIZE_MAX } from '@domain/limits.ts';
import { smallerSize, THUMBNAIL_QUALITIES, thumbnailSize, type Size } from '@domain/thumbnail.ts';

const THUMBNAIL_TYPES = ['image/webp', 'image/jpeg'] as const;

/**
 * Scales an image and encodes it in the best quality that is small enough; null if none is, or the browser cannot
 * encode it.
 */
async function draw(image: ImageBitmap, { width, height }: Size): Promise<Blob | null> {
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
        canvas.toBlob(resolve, type, quality / 100);
      });
      // A browser that cannot write WebP silently writes PNG instead.
      if (blob?.type !== type) break;
      if (blob.size <= THUMBNAIL_SIZE_MAX) return blob;
      isWritten = true;
    }
    if (isWritten) return null;
    // JPEG has no transparency: empty pixels would turn black.
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
  }
  return null;
}

/**
 * A small WebP thumbnail of an image file, JPEG if the browser cannot write WebP, or null if it cannot decode the
 * image: lists then show a placeholder. Detailed photos lose quality, then pixels, until they fit the size limit. Never
 * throws.
 */
export async function makeThumbnail(file: Blob): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(file);
    try {
      for (let size: Size | null = thumbnailSize(image); size; size = smallerSize(size)) {
        const blob = await draw(image, size);
        if (blob) return blob;
      }
      return null;
    } finally {
      image.close();
    }
  } catch {
    return null;
  }
}
