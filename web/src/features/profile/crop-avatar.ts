/** Edge of the square avatar, in pixels. */
export const AVATAR_EDGE = 256;

const TYPES = { webp: 'image/webp', png: 'image/png' } as const;
const QUALITY = 0.9;

export type CroppedAvatar = { avatar: Blob; extension: 'webp' | 'png' };
export type CropArea = { x: number; y: number; width: number; height: number };

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, QUALITY);
  });

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
