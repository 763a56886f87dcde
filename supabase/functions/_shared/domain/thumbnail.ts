/** Parameters of thumbnails, shared by page and server. Sizes in pixels. */

export type Size = { width: number; height: number };

const THUMBNAIL_WIDTH = 480;
const THUMBNAIL_HEIGHT = 1920;
const SMALLER = 0.75;
/** Tried in this order until the file is small enough, then again with fewer pixels. In percent. */
export const THUMBNAIL_QUALITIES = [80, 65, 50, 35] as const;
/** Edge of the square avatar. */
export const AVATAR_EDGE = 256;

/** The size of the thumbnail of an image: at most 480 × 1920 px, never enlarged, same aspect ratio. */
export function thumbnailSize({ width, height }: Size): Size {
  const scale = Math.min(1, THUMBNAIL_WIDTH / width, THUMBNAIL_HEIGHT / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The next smaller size for an image that is too large at every quality; null for a single pixel. */
export function smallerSize({ width, height }: Size): Size | null {
  if (width * height === 1) return null;
  // Rounding down, because two pixels would otherwise stay two.
  return { width: Math.max(1, Math.floor(width * SMALLER)), height: Math.max(1, Math.floor(height * SMALLER)) };
}
