import { z } from 'zod';
import { callApi } from '@/shared/backend/api.ts';

/**
 * Private buckets: files of quotes and messages are readable by the parties of the quote, those of posts by signed-in
 * users.
 */
export type AttachmentBucket = 'quote-documents' | 'message-files' | 'post-documents';

export type Attachment = { path: string; name: string; sizeBytes: number };

type PrivateFile = {
  bucket: AttachmentBucket | 'feedback-images';
  path: string;
  /** The name under which to save the file; without one, an image is shown. */
  name?: string;
};

const linkSchema = z.object({ url: z.string() });

/** The address of a private file, which works for one minute. Throws an AppError. */
export async function getFileUrl(file: PrivateFile, signal?: AbortSignal): Promise<string> {
  const { url } = await callApi(`/api/files/link?${new URLSearchParams(file)}`, { schema: linkSchema, signal });
  return url;
}
