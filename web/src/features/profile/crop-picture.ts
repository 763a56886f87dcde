/** Edge of the square picture of a user, in pixels (B2). */
export const AVATAR_EDGE = 256;

const TYPES = { webp: 'image/webp', png: 'image/png' } as const;
const QUALITY = 0.9;

export type PictureArea = { x: number; y: number; width: number; height: number };

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, QUALITY);
  });

/** A part of an image as a square of 256 pixels: WebP, or PNG where the browser cannot write that. Throws when the file is no image. */
export async function cropPicture(
  file: Blob,
  area: PictureArea,
): Promise<{ picture: Blob; extension: 'webp' | 'png' }> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = AVATAR_EDGE;
  canvas.height = AVATAR_EDGE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The picture cannot be drawn');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, AVATAR_EDGE, AVATAR_EDGE);
  image.close();
  const picture = await blobOf(canvas, TYPES.webp);
  if (!picture) throw new Error('The picture cannot be drawn');
  // A browser that cannot write WebP silently writes PNG instead.
  return { picture, extension: picture.type === TYPES.webp ? 'webp' : 'png' };
}
