import { dataOf } from '@/shared/backend/data-of.ts';
import { fileStorage } from '@/shared/backend/file-storage.ts';

/**
 * Private buckets: files of quotes and messages are readable by the parties of the quote, those of posts by signed-in
 * users.
 */
export type AttachmentBucket = 'quote-documents' | 'message-files' | 'post-documents';

export type Attachment = { path: string; name: string; sizeBytes: number };

/** Lifetime of a file link. */
const LINK_SECONDS = 60;

/** A link, valid for one minute, that downloads a file under its own name. Throws an AppError. */
export async function getAttachmentUrl({
  bucket,
  path,
  name,
}: { bucket: AttachmentBucket } & Pick<Attachment, 'path' | 'name'>): Promise<string> {
  const data = dataOf(await fileStorage.from(bucket).createSignedUrl(path, LINK_SECONDS));
  // Not the client's `download` option, which would encode the name twice.
  return `${data.signedUrl}&download=${encodeURIComponent(name)}`;
}
