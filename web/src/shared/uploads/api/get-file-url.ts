import { z } from 'zod';
import { callApi } from '@/shared/backend/api.ts';
import { toAppError } from '@/shared/errors/app-error.ts';

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
  /** Asks for an address that shows the file, if it is a PDF or image. */
  inline?: 'true';
};

const linkSchema = z.object({ url: z.string() });

/** The address of a private file, which works for one minute. Throws an AppError. */
export async function getFileUrl(file: PrivateFile, signal?: AbortSignal): Promise<string> {
  const { url } = await callApi(`/api/files/link?${new URLSearchParams(file)}`, { schema: linkSchema, signal });
  return url;
}

/**
 * The address of a private PDF or image for the browser to show. The server looks into the file: `isShown` is false for
 * one that is not what its name says, whose address saves it. Throws an AppError.
 */
export async function getFileToShow(
  file: PrivateFile,
  signal?: AbortSignal,
): Promise<{ url: string; isShown: boolean }> {
  const url = await getFileUrl({ ...file, inline: 'true' }, signal);
  return { url, isShown: !new URL(url).searchParams.has('download') };
}

/** The bytes at the address of a private file. Throws an AppError. */
export async function readFile(url: string, signal?: AbortSignal): Promise<Blob> {
  const answer = await fetch(url, { signal: signal ?? null });
  if (!answer.ok) throw toAppError(await answer.text(), answer.status, answer.statusText);
  return answer.blob();
}
