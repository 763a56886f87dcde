import { ATTACHMENT_NAME_MAX } from '@domain/limits.ts';
import type { AttachmentBucket } from './get-attachment-url.ts';
import type { PickedDocument } from '../pick-attachments.ts';
import { storeFile } from './store-file.ts';

/** Where a document lies in its private bucket and what it was called (§3 Document upload response). */
export type UploadedDocument = { path: string; name: string };

/** Uploads a document to a private bucket. Throws an AppError. */
export async function uploadDocument(
  bucket: AttachmentBucket,
  { file, path, contentType }: PickedDocument,
): Promise<UploadedDocument> {
  await storeFile({ bucket, path, content: file, contentType });
  return { path, name: file.name.slice(-ATTACHMENT_NAME_MAX) };
}
