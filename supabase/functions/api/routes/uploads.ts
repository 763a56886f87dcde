import { callerClient } from '../../_shared/clients.ts';
import {
  DOCUMENT_ATTACHMENTS,
  DOCUMENT_TOO_LARGE,
  documentUploadResponseSchema,
  type AttachmentKind,
} from '../../_shared/domain/document-files.ts';
import { cleanFileName } from '../../_shared/domain/file-name.ts';
import { IMAGE_TYPES, imageUploadResponseSchema, tooManyImagesText } from '../../_shared/domain/image-files.ts';
import { fileToStore } from '../../_shared/domain/image-metadata.ts';
import { MESSAGE_ATTACHMENTS } from '../../_shared/domain/message-files.ts';
import { ATTACHMENT_SIZE_MAX, IMAGE_PIXELS_MAX, IMAGE_SIZE_MAX, IMAGES_MAX } from '../../_shared/domain/limits.ts';
import { drawThumbnailNow } from '../../_shared/draw-function.ts';
import { ApiError, invalidInput } from '../../_shared/http/api-error.ts';
import { MULTIPART_ROOM } from '../../_shared/http/body.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { assertUploadRoom } from '../../_shared/http/rate-limit.ts';
import { readReceivedImage } from '../../_shared/http/read-image.ts';
import { fromStorage } from '../../_shared/http/storage-error.ts';
import { requireSession } from '../../_shared/http/session.ts';
import { uploadOptions } from '../../_shared/upload-options.ts';
import { currentUserId } from '../current-user.ts';
import { ApiRoutes } from '../router.ts';

/** Uploads of images and documents. Types are detected from the bytes, not from name and declared type. */
export const uploadRoutes = new ApiRoutes('Uploads');

// One file above the limit is still read, so that the refusal can say so.
const IMAGES_BODY_MAX = (IMAGES_MAX + 1) * IMAGE_SIZE_MAX + MULTIPART_ROOM;
const DOCUMENT_BODY_MAX = 2 * ATTACHMENT_SIZE_MAX + MULTIPART_ROOM;

/**
 * Time limit for all thumbnails of a call. They are drawn one after the other, and platforms abort a call after 150
 * seconds, when its images are stored but the client does not learn their names.
 */
const THUMBNAILS_MS = 60_000;

type Upload = { path: string; type: string; bytes: Uint8Array<ArrayBuffer> };

/** The thumbnail of an image, stored next to it; empty if it cannot be drawn until `end` (milliseconds since 1970). */
async function thumbnailOf({ path, bytes }: Upload, end: number): Promise<Upload[]> {
  const thumbnail = await drawThumbnailNow(path.split('/')[0] ?? '', bytes, end);
  return thumbnail ? [{ path: path.replace(/\.[a-z]+$/, '.thumb.webp'), type: 'image/webp', bytes: thumbnail }] : [];
}

/** Validates all images of a call before the first is stored. */
async function uploadImages(c: ApiContext, bucket: 'post-images' | 'news-images', files: readonly File[]) {
  const { authId } = await requireSession(c);
  if (files.length > IMAGES_MAX) throw invalidInput([{ path: 'images', message: tooManyImagesText(IMAGES_MAX) }]);
  const uploads: Upload[] = [];
  for (const file of files) {
    const { type, bytes } = await readReceivedImage(file, 'images');
    uploads.push({ path: newPath(authId, IMAGE_TYPES[type]), type, bytes });
  }
  const end = Date.now() + THUMBNAILS_MS;
  return { imagePaths: await storeAll(c, bucket, uploads, (upload) => thumbnailOf(upload, end)) };
}

const images = {
  method: 'post',
  description: `At most ${IMAGES_MAX} files: PNG, JPEG, GIF or WebP of at most 5MB and ${IMAGE_PIXELS_MAX / 1_000_000} megapixels each. Lists show a thumbnail of at most 15 kB, which is there when the call has been answered; one that could not be drawn by then follows within minutes, and PNG, GIF and WebP files of more than 13 megapixels have none.`,
  files: { field: 'images', maxBytes: IMAGES_BODY_MAX },
  answer: imageUploadResponseSchema,
} as const;

uploadRoutes.operation(
  { ...images, path: '/posts/upload-images', summary: 'Upload images for a post', access: 'user' },
  ({ c, files }) => uploadImages(c, 'post-images', files),
);

uploadRoutes.operation(
  { ...images, path: '/news/upload-images', summary: 'Upload images for news', access: 'admin' },
  ({ c, files }) => uploadImages(c, 'news-images', files),
);

/** Stores one document. Only its uploader can read it and, once it is attached, the readers of the item it is attached to. */
async function uploadDocument(
  c: ApiContext,
  bucket: 'quote-documents' | 'post-documents' | 'message-files',
  kind: AttachmentKind,
  [file, ...others]: readonly File[],
) {
  const { authId } = await requireSession(c);
  if (!file || others.length > 0) {
    throw invalidInput([{ path: 'document', message: 'Send one document at a time' }]);
  }
  const { title, text } = DOCUMENT_TOO_LARGE;
  if (file.size > ATTACHMENT_SIZE_MAX) throw tooLarge('document', `${title}: ${text}`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const name = cleanFileName(file.name);
  const inspected = await kind.inspect(name, bytes);
  if ('refusal' in inspected) throw invalidInput([{ path: 'document', message: inspected.refusal.text }]);
  const { extension } = inspected;
  const type = kind.types[extension] ?? '';
  const upload = { path: newPath(authId, extension), type, bytes: fileToStore(bytes) };
  const [documentPath = ''] = await storeAll(c, bucket, [upload]);
  return { documentPath, originalFilename: name };
}

const document = {
  method: 'post',
  access: 'user',
  files: { field: 'document', maxBytes: DOCUMENT_BODY_MAX },
  answer: documentUploadResponseSchema,
} as const;

uploadRoutes.operation(
  {
    ...document,
    path: '/quotes/upload-document',
    summary: 'Upload a document for a quote',
    description: 'One PDF, Word, Excel or PowerPoint file of at most 3MB.',
  },
  ({ c, files }) => uploadDocument(c, 'quote-documents', DOCUMENT_ATTACHMENTS, files),
);

uploadRoutes.operation(
  {
    ...document,
    path: '/posts/upload-document',
    summary: 'Upload a document for a post',
    description: 'One PDF, Word, Excel or PowerPoint file of at most 3MB, for `PUT /api/posts/{id}/documents`.',
  },
  ({ c, files }) => uploadDocument(c, 'post-documents', DOCUMENT_ATTACHMENTS, files),
);

uploadRoutes.operation(
  {
    ...document,
    path: '/messages/upload-document',
    summary: 'Upload a document or image for a message',
    description: 'One PDF, Word, Excel, PowerPoint, PNG or JPG file of at most 3MB.',
  },
  ({ c, files }) => uploadDocument(c, 'message-files', MESSAGE_ATTACHMENTS, files),
);

const tooLarge = (path: string, message: string) => new ApiError(413, message, { errors: [{ path, message }] });

const newPath = (authId: string, extension: string) => `${authId}/${crypto.randomUUID()}.${extension}`;

/**
 * Stores files and their thumbnails with the caller's rights, all or none.
 * @returns their paths in order
 */
async function storeAll(
  c: ApiContext,
  bucket: string,
  uploads: readonly Upload[],
  besides: (upload: Upload) => Promise<Upload[]> = () => Promise.resolve([]),
): Promise<string[]> {
  const userId = await currentUserId(c);
  const storage = (await callerClient(c)).storage.from(bucket);
  const stored: string[] = [];
  await assertUploadRoom(userId);
  for (const upload of uploads) {
    for (const { path, type, bytes } of [upload, ...(await besides(upload))]) {
      const { error } = await storage.upload(path, bytes, uploadOptions(type));
      if (error) {
        // Remove the files of a partial upload.
        if (stored.length > 0) await storage.remove(stored);
        await assertUploadRoom(userId);
        throw fromStorage(error);
      }
      stored.push(path);
    }
  }
  return uploads.map(({ path }) => path);
}
