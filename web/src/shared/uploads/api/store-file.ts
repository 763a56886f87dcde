import { fileToStore } from '@domain/image-metadata.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import type { AttachmentBucket } from './get-file-url.ts';
import { fileStorage } from '@/shared/backend/file-storage.ts';
import type { ImageBucket } from '../image-url.ts';

type StoredFile = { bucket: ImageBucket | AttachmentBucket; path: string; content: Blob; contentType: string };

/**
 * Uploads a file to a bucket as the current user; images lose their metadata. Idempotent: the name is a new uuid in the
 * user's own folder, so an existing file is this one. Throws an AppError.
 */
export async function storeFile({ bucket, path, content, contentType }: StoredFile): Promise<void> {
  // The type of the part decides, not the option: the slice carries the type detected from the content.
  const typed = contentType.startsWith('image/')
    ? new Blob([fileToStore(new Uint8Array(await content.arrayBuffer()))], { type: contentType })
    : content.slice(0, content.size, contentType);
  const { error } = await fileStorage.from(bucket).upload(path, typed, { contentType, cacheControl: '31536000' });
  const isThereAlready = error?.statusCode === '409' || error?.status === 409;
  if (error && !isThereAlready) throw toAppError(error);
}
