import type { AttachmentBucket } from './get-file-url.ts';
import type { PickedAttachment } from '../pick-attachments.ts';
import { storeFile } from './store-file.ts';

/** Path of a file in its private bucket, and its original name. */
export type UploadedAttachment = { path: string; name: string };

/** Uploads an attachment to a private bucket. Throws an AppError. */
export async function uploadAttachment(
  bucket: AttachmentBucket,
  { file, path, contentType }: PickedAttachment,
): Promise<UploadedAttachment> {
  await storeFile({ bucket, path, content: file, contentType });
  return { path, name: file.name };
}
