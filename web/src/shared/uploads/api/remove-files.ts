import { isStoragePath, thumbnailPath, type ImageBucket } from '../image-url.ts';
import type { AttachmentBucket } from './get-file-url.ts';

/**
 * Removes unused files. The storage policy protects those that a post or quote still uses, so this can be called for
 * any own file. Failures are only logged: an orphan merely takes up space.
 */
export async function removeFiles(bucket: ImageBucket | AttachmentBucket, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  try {
    // A dynamic import, because every card offers to delete its post and few posts are deleted.
    const { fileStorage } = await import('@/shared/backend/file-storage.ts');
    const { error } = await fileStorage.from(bucket).remove([...paths]);
    if (error) throw error;
  } catch (error) {
    console.warn('Unused files were not removed:', error);
  }
}

/** Removes images and their thumbnails; external URLs are skipped. */
export async function removeImages(bucket: Exclude<ImageBucket, 'avatars'>, images: readonly string[]): Promise<void> {
  await removeFiles(
    bucket,
    images.filter(isStoragePath).flatMap((path) => [path, thumbnailPath(path)]),
  );
}
