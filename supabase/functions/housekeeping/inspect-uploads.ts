import { dataOf, type Client } from '../_shared/clients.ts';
import { DOCUMENT_ATTACHMENTS, type AttachmentKind } from '../_shared/domain/document-files.ts';
import { sniffImageType } from '../_shared/domain/image-files.ts';
import { withoutMetadata } from '../_shared/domain/image-metadata.ts';
import { readImage } from '../_shared/domain/image-size.ts';
import {
  AVATAR_PIXELS_MAX,
  IMAGE_PIXELS_MAX,
  THUMBNAIL_PIXELS_MAX,
  THUMBNAIL_SIZE_MAX,
} from '../_shared/domain/limits.ts';
import { MESSAGE_ATTACHMENTS } from '../_shared/domain/message-files.ts';
import { uploadOptions } from '../_shared/upload-options.ts';
import { groupsOf } from './inspection-groups.ts';

/** Files per batch. */
const BATCH = 50;
/** A file that ended the inspection that often would do so again. */
const TRIES_MAX = 3;

const DOCUMENTS: Readonly<Record<string, AttachmentKind>> = {
  'quote-documents': DOCUMENT_ATTACHMENTS,
  'post-documents': DOCUMENT_ATTACHMENTS,
  'message-files': MESSAGE_ATTACHMENTS,
};

/**
 * Whether a stored file is valid for its bucket, and not too large to decode. Documents with a hazard found by
 * `officeHazard` are refused; scripts in a PDF are left to its reader, which sandboxes them.
 */
export async function isAcceptable(bucket: string, name: string, bytes: Uint8Array): Promise<boolean> {
  const documents = DOCUMENTS[bucket];
  if (documents) return 'extension' in (await documents.inspect(name, bytes));
  const image = readImage(bytes);
  if (!image) return false;
  if (name.includes('.thumb.')) return image.pixels <= THUMBNAIL_PIXELS_MAX && bytes.length <= THUMBNAIL_SIZE_MAX;
  return image.pixels <= (bucket === 'avatars' ? AVATAR_PIXELS_MAX : IMAGE_PIXELS_MAX);
}

export type Upload = { bucket_id: string; name: string };

type NewUpload = Upload & { id: number };

/**
 * The bytes of a file; null if it has been deleted in the meantime.
 * @throws if Storage does not answer
 */
export async function readFile(client: Client, { bucket_id, name }: Upload): Promise<Uint8Array | null> {
  const { data, error } = await client.storage.from(bucket_id).download(name);
  if (!error) return new Uint8Array(await data.arrayBuffer());
  const { status, statusCode }: { status?: number; statusCode?: string } = error;
  if (statusCode === '404' || status === 404) return null;
  throw error;
}

/** Upload options that overwrite a file, for which Storage needs a pass. */
export async function overwriteOptions(client: Client, { bucket_id, name }: Upload, type: string) {
  const pass = dataOf(await client.rpc('leave_overwrite_pass', { bucket: bucket_id, name }));
  return { ...uploadOptions(type), metadata: { pass } };
}

/**
 * The image without metadata; null if it has none. Images uploaded through the page or `/api` have none. After an image
 * is replaced, the next batch inspects the new content and finds nothing to strip.
 */
function cleaned(bytes: Uint8Array): { type: string; clean: Uint8Array<ArrayBuffer> } | null {
  const type = sniffImageType(bytes);
  const clean = type && withoutMetadata(type, bytes).bytes;
  if (!clean || (clean.length === bytes.length && clean.every((byte, index) => byte === bytes[index]))) return null;
  return { type, clean };
}

/** Whether the fault is the server's: another refusal (4xx) would come again for the same file. */
const isOutage = (error: unknown) => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status !== 'number' || status >= 500 || status === 429;
};

/** Asks the server about files whose tries are counted; an outage uses none up. */
export async function withoutTry<R>(work: () => Promise<R>, takeBack: () => Promise<unknown>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    // The outage can last: its own error says more.
    if (isOutage(error)) await takeBack().catch(() => undefined);
    throw error;
  }
}

const countTry = async (client: Client, upload: number, change: 1 | -1): Promise<number> =>
  dataOf(await client.rpc('count_inspection', { upload, change }));

/**
 * Whether a file is refused; if not, its metadata is stripped. A file that has been deleted in the meantime is not
 * refused; one whose content ended the inspection `TRIES_MAX` times is.
 */
async function isRefused(client: Client, { id, ...upload }: NewUpload): Promise<boolean> {
  const bytes = await readFile(client, upload);
  if (bytes === null) return false;
  if ((await countTry(client, id, 1)) > TRIES_MAX) return true;
  if (!(await isAcceptable(upload.bucket_id, upload.name, bytes))) return true;
  const image = cleaned(bytes);
  if (!image) return false;
  const store = async () => {
    const options = await overwriteOptions(client, upload, image.type);
    const { error } = await client.storage.from(upload.bucket_id).update(upload.name, image.clean, options);
    if (error) throw error;
  };
  await withoutTry(store, () => countTry(client, id, -1));
  return false;
}

/**
 * Inspects every new upload, because uploads can bypass the page. A refused file is removed from the rows that name it
 * and deleted; if the deletion fails, the job `uploads` deletes it later.
 * @param end deadline in milliseconds since 1970
 * @returns the number of refused files
 */
export async function inspectUploads(client: Client, end: number): Promise<number> {
  let handled = 0;
  for (;;) {
    const uploads = dataOf(await client.rpc('uploads_to_inspect', { batch: BATCH }));
    if (uploads.length === 0) return handled;
    let inspectedCount = 0;
    let failure: unknown;
    for (const group of groupsOf(uploads)) {
      const verdicts = await Promise.allSettled(group.map((upload) => isRefused(client, upload)));
      const inspected: number[] = [];
      const refused: Upload[] = [];
      for (const [index, { id, bucket_id, name }] of group.entries()) {
        const verdict = verdicts[index];
        if (verdict?.status !== 'fulfilled') {
          failure = verdict?.reason;
          continue;
        }
        inspected.push(id);
        if (verdict.value) refused.push({ bucket_id, name });
      }
      // After each group: the next one could end the process.
      if (inspected.length > 0)
        handled += await withoutTry(
          () => finishInspection(client, inspected, refused),
          () => Promise.all(inspected.map((id) => countTry(client, id, -1))),
        );
      inspectedCount += inspected.length;
      if (Date.now() > end) return handled;
    }
    // An unreadable file does not stop the others; if none can be read, the next run tries again.
    if (inspectedCount === 0) throw failure;
  }
}

/**
 * Marks files as inspected, and removes refused ones from all rows and from Storage.
 * @returns the number of refused files
 */
export async function finishInspection(
  client: Client,
  inspected: readonly number[],
  refused: readonly Upload[],
): Promise<number> {
  let handled = 0;
  // One transaction per file: one for all would hold a file's post while waiting for an owner who adds another of the
  // files, and who waits for that post: a deadlock.
  for (const upload of refused) {
    handled += dataOf(await client.rpc('finish_inspection', { inspected: [], refused: [upload] }));
  }
  dataOf(await client.rpc('finish_inspection', { inspected: [...inspected], refused: [] }));
  for (const bucket of new Set(refused.map(({ bucket_id }) => bucket_id))) {
    const names = refused.filter(({ bucket_id }) => bucket_id === bucket).map(({ name }) => name);
    const { error } = await client.storage.from(bucket).remove(names);
    if (error) throw error;
  }
  return handled;
}
