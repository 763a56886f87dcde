import { thumbnailPath } from '../image-url.ts';
import type { PickedImage } from '../pick-images.ts';
import { makeThumbnail } from '../make-thumbnail.ts';
import { storeFile } from './store-file.ts';

/** The kind of owner decides the bucket. */
export type ImageKind = 'post' | 'news';

export const IMAGE_BUCKETS = { post: 'post-images', news: 'news-images' } as const satisfies Record<ImageKind, string>;

/** Uploads an image and its thumbnail for lists. Returns the path to submit. Throws an AppError. */
export async function uploadImage({ kind, image }: { kind: ImageKind; image: PickedImage }): Promise<string> {
  const bucket = IMAGE_BUCKETS[kind];
  const thumbnail = makeThumbnail(image.file);
  await storeFile({ bucket, path: image.path, content: image.file, contentType: image.type });
  const content = await thumbnail;
  if (content) {
    // Lists fall back to a placeholder, so a failed thumbnail does not fail the upload.
    await storeFile({ bucket, path: thumbnailPath(image.path), content, contentType: content.type }).catch(
      () => undefined,
    );
  }
  return image.path;
}
