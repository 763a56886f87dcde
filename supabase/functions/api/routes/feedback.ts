import { createHash } from 'node:crypto';
import { dataOf, secretClient } from '../../_shared/clients.ts';
import {
  EMAIL_REQUIRED,
  feedbackBodySchema,
  feedbackReference,
  feedbackResponseSchema,
} from '../../_shared/domain/feedback.ts';
import { atMostImagesText, IMAGE_TYPES } from '../../_shared/domain/image-files.ts';
import { FEEDBACK_IMAGES_MAX, IMAGE_SIZE_MAX, USER_AGENT_MAX } from '../../_shared/domain/limits.ts';
import { invalidInput } from '../../_shared/http/api-error.ts';
import { assertRateLimit } from '../../_shared/http/rate-limit.ts';
import { readReceivedImage, type ReceivedImage } from '../../_shared/http/read-image.ts';
import { readSession, secondStepMissing } from '../../_shared/http/session.ts';
import { fromStorage } from '../../_shared/http/storage-error.ts';
import { uploadOptions } from '../../_shared/upload-options.ts';
import { ApiRoutes } from '../router.ts';

/** Feedback: JSON, or a form with the same fields and up to three `images`. */
export const feedbackRoutes = new ApiRoutes('Feedback');

/** All feedback together has the room of one user for its images, because anybody can send some. */
const ALL_FEEDBACK = 'feedback';
// One file above the limit is still read, so that the refusal can say so.
const BODY_MAX = (FEEDBACK_IMAGES_MAX + 1) * IMAGE_SIZE_MAX + 64 * 1024;

feedbackRoutes.operation(
  {
    method: 'post',
    path: '/feedback',
    summary: 'Send feedback; the answer has its reference number',
    description: `Takes JSON, or a form with the same fields and up to ${FEEDBACK_IMAGES_MAX} images. Guests have to give their email.`,
    access: 'anyone',
    body: feedbackBodySchema,
    files: { field: 'images', maxBytes: BODY_MAX },
    counts: 'feedback',
    answer: feedbackResponseSchema,
    status: 201,
  },
  async ({ c, body, files }) => {
    const session = await readSession(c);
    // It would be in the name of an account whose password alone is known.
    if (session?.isHalf) throw secondStepMissing();
    if (!session && !body.email) throw invalidInput([{ path: 'email', message: EMAIL_REQUIRED }]);
    const images = await readImages(files);
    if (images.length > 0) await assertRateLimit('upload_kilobytes', ALL_FEEDBACK);
    const clientId = body.clientId ?? crypto.randomUUID();
    // Spam is stored separately and without files, not refused: people occasionally fill in the trap as well.
    const isSpam = Boolean(body.website);
    const id = dataOf(
      await secretClient('feedback').rpc('record_feedback', {
        auth_id: session?.authId,
        is_spam: isSpam,
        feedback: {
          email: body.email,
          category: body.category,
          subject: body.subject,
          message: body.message,
          images: isSpam ? [] : await storeImages(images),
          page_path: body.pagePath,
          user_agent: (c.req.header('User-Agent') ?? '').slice(0, USER_AGENT_MAX),
          client_id: clientId,
          image_hashes: images.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
        },
      }),
    );
    return { id, reference: feedbackReference(id) };
  },
);

/** Validates all images before the first is stored; their type is detected from the bytes. */
async function readImages(files: readonly File[]): Promise<ReceivedImage[]> {
  if (files.length > FEEDBACK_IMAGES_MAX) {
    throw invalidInput([{ path: 'images', message: atMostImagesText(FEEDBACK_IMAGES_MAX) }]);
  }
  const images: ReceivedImage[] = [];
  for (const file of files) images.push(await readReceivedImage(file, 'images'));
  return images;
}

/**
 * Stores the images in the private bucket under random names, because a name chosen by the sender could be taken. If the
 * request is repeated, no row names its extra files, and housekeeping deletes them.
 */
async function storeImages(images: readonly ReceivedImage[]): Promise<string[]> {
  const storage = secretClient('feedback').storage.from('feedback-images');
  const folder = crypto.randomUUID();
  const paths: string[] = [];
  for (const [index, { type, bytes }] of images.entries()) {
    const path = `${folder}/${index + 1}.${IMAGE_TYPES[type]}`;
    const { error } = await storage.upload(path, bytes, uploadOptions(type));
    if (error) throw fromStorage(error);
    paths.push(path);
  }
  return paths;
}
