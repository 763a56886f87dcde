import { fileToStore } from '@domain/image-metadata.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import type { AttachmentBucket } from './get-attachment-url.ts';
import { fileStorage } from '@/shared/backend/file-storage.ts';
import type { ImageBucket } from '../image-url.ts';

type StoredFile = { bucket: ImageBucket | AttachmentBucket; path: string; content: Blob; contentType: string };

/**
 * Uploads a file to a bucket with the caller's session, an image without its metadata. A repeat with the same path is harmless: the
 * name is a new uuid in the caller's own folder, so an existing file is this one. Throws an AppError.
 */
export async function storeFile({ bucket, path, content, contentType }: StoredFile): Promise<void> {
  // The type of the part decides, not the option: a slice carries the type that the content proved.
  const typed = contentType.startsWith('image/')
    ? new Blob([fileToStore(new Uint8Array(await content.arrayBuffer()))], { type: contentType })
    : content.slice(0, content.size, contentType);
  const { error } = await fileStorage.from(bucket).upload(path, typed, { contentType, cacheControl: '31536000' });
  const isThereAlready = error?.statusCode === '409' || error?.status === 409;
  if (error && !isThereAlready) throw toAppError(error);
}
