/** Width of the picture that lists show, in pixels. */
export const THUMBNAIL_WIDTH = 480;
export const THUMBNAIL_TYPE = 'image/webp';
const THUMBNAIL_QUALITY = 0.8;

/** The size of the thumbnail of an image: 480 px wide at most, never enlarged, same proportions. In and out: pixels. */
export function thumbnailSize(image: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, THUMBNAIL_WIDTH / image.width);
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
}

/**
 * A WebP of an image file for lists, or null where the browser cannot read the image or write WebP: lists then show the
 * original. Never throws.
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
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, THUMBNAIL_TYPE, THUMBNAIL_QUALITY);
    });
    // A browser that cannot write WebP silently writes PNG instead.
    return blob?.type === THUMBNAIL_TYPE ? blob : null;
  } catch {
    return null;
  }
}
