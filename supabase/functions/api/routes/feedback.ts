import { dataOf, secretClient } from '../../_shared/clients.ts';
import {
  EMAIL_REQUIRED,
  feedbackBodySchema,
  feedbackReference,
  feedbackResponseSchema,
} from '../../_shared/domain/feedback.ts';
import { IMAGE_TYPES, imageTooLargeText, notAnImageText, sniffImageType } from '../../_shared/domain/image-files.ts';
import { FEEDBACK_IMAGES_MAX, IMAGE_SIZE_MAX, USER_AGENT_MAX } from '../../_shared/domain/limits.ts';
import { ApiError, invalidInput } from '../../_shared/http/api-error.ts';
import { clientAddress } from '../../_shared/http/client-address.ts';
import { consumeRateLimit } from '../../_shared/http/rate-limit.ts';
import { readSession } from '../../_shared/http/session.ts';
import { fromStorage } from '../../_shared/http/storage-error.ts';
import { ApiRoutes } from '../router.ts';

/** Feedback (B8): JSON, or a form with up to three `images` beside the same fields. */
export const feedbackRoutes = new ApiRoutes('Feedback');

// One file more than is allowed still gets the answer that says so.
const BODY_MAX = (FEEDBACK_IMAGES_MAX + 1) * IMAGE_SIZE_MAX + 64 * 1024;

type Picture = { type: keyof typeof IMAGE_TYPES; bytes: Uint8Array<ArrayBuffer> };

feedbackRoutes.operation(
  {
    method: 'post',
    path: '/feedback',
    summary: 'Write to the operators; answers the reference number',
    description: `JSON, or a form with the same fields and up to ${FEEDBACK_IMAGES_MAX} images. Guests have to name their email.`,
    access: 'anyone',
    body: feedbackBodySchema,
    files: { field: 'images', maxBytes: BODY_MAX },
    answer: feedbackResponseSchema,
    status: 201,
  },
  async ({ c, body, files }) => {
    const session = await readSession(c);
    if (!session && !body.email) throw invalidInput([{ path: 'email', message: EMAIL_REQUIRED }]);
    const pictures = await readPictures(files);
    await consumeRateLimit('feedback', clientAddress(c));
    const clientId = body.clientId ?? crypto.randomUUID();
    // What a program sent is kept apart and without its files: people now and then get into the trap as well.
    const isSpam = Boolean(body.website);
    const id = dataOf(
      await secretClient('feedback').rpc('record_feedback', {
        auth_id: session?.authId,
        email: body.email ?? '',
        category: body.category,
        subject: body.subject,
        message: body.message,
        images: isSpam ? [] : await storePictures(clientId, pictures),
        page_path: body.pagePath,
        user_agent: (c.req.header('User-Agent') ?? '').slice(0, USER_AGENT_MAX),
        is_spam: isSpam,
        client_id: clientId,
      }),
    );
    return { id, reference: feedbackReference(id) };
  },
);

/** Checks all pictures before the first is stored: they are taken for what their bytes are (C25). */
async function readPictures(files: readonly File[]): Promise<Picture[]> {
  if (files.length > FEEDBACK_IMAGES_MAX) {
    throw invalidInput([{ path: 'images', message: `At most ${FEEDBACK_IMAGES_MAX} images` }]);
  }
  const pictures: Picture[] = [];
  for (const file of files) {
    if (file.size > IMAGE_SIZE_MAX) throw tooLarge(imageTooLargeText(file.name));
    const bytes = new Uint8Array(await file.arrayBuffer());
    const type = sniffImageType(bytes);
    if (!type) throw invalidInput([{ path: 'images', message: notAnImageText(file.name) }]);
    pictures.push({ type, bytes });
  }
  return pictures;
}

const tooLarge = (message: string) =>
  new ApiError(413, message, { errors: [{ path: 'images', message }] });

/** Stores the pictures in the private bucket; a repeated request writes the same files again. */
async function storePictures(clientId: string, pictures: readonly Picture[]): Promise<string[]> {
  const storage = secretClient('feedback').storage.from('feedback-images');
  const paths: string[] = [];
  for (const [index, { type, bytes }] of pictures.entries()) {
    const path = `${clientId}/${index + 1}.${IMAGE_TYPES[type]}`;
    const { error } = await storage.upload(path, bytes, { contentType: type, upsert: true });
    if (error) throw fromStorage(error);
    paths.push(path);
  }
  return paths;
}
