import { dataOf } from '@/shared/backend/data-of.ts';
import { fileStorage } from '@/shared/backend/file-storage.ts';

/** The private buckets: only the parties of a quote read those of quotes and messages, signed-in people those of posts. */
export type AttachmentBucket = 'quote-documents' | 'message-files' | 'post-documents';

export type Attachment = { path: string; name: string; sizeBytes: number };

/** How long a link to a file works. */
const LINK_SECONDS = 60;

/** A link that downloads a file under its own name for one minute. Throws an AppError. */
export async function getAttachmentUrl({
  bucket,
  path,
  name,
}: { bucket: AttachmentBucket } & Pick<Attachment, 'path' | 'name'>): Promise<string> {
  const data = dataOf(await fileStorage.from(bucket).createSignedUrl(path, LINK_SECONDS));
  // Not by the option `download`: the client encodes the name and then the whole address, so the name arrives encoded.
  return `${data.signedUrl}&download=${encodeURIComponent(name)}`;
}
