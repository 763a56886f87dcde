/** A thumbnail is at most that large, in pixels. */
export const THUMBNAIL_WIDTH = 480;
const THUMBNAIL_HEIGHT = 1920;
const THUMBNAIL_TYPES = ['image/webp', 'image/jpeg'] as const;
const THUMBNAIL_QUALITY = 0.8;

/** The size of the thumbnail of an image: 480 px wide and 1920 high at most, never enlarged, same proportions. In and out: pixels. */
export function thumbnailSize(image: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, THUMBNAIL_WIDTH / image.width, THUMBNAIL_HEIGHT / image.height);
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
}

/**
 * A small WebP of an image file for lists, a JPEG where the browser cannot write that, or null where it cannot read the image:
 * lists then show a sign. Never throws.
 */
export async function makeThumbnail(file: Blob): Promise<Blob | null> {
  try {
    const image = await createImageBitmap(file);
    const { width, height } = thumbnailSize(image);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    image.close();
    for (const type of THUMBNAIL_TYPES) {
      const blob = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, type, THUMBNAIL_QUALITY);
      });
      // A browser that cannot write WebP silently writes PNG instead.
      if (blob?.type === type) return blob;
      // JPEG knows no transparency, and what is left empty would be black.
      context.globalCompositeOperation = 'destination-over';
      context.fillStyle = '#fff';
      context.fillRect(0, 0, width, height);
    }
    return null;
  } catch {
    return null;
  }
}
