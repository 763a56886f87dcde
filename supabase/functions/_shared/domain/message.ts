import { z } from 'zod';

import { attachmentSchema } from './document-files.ts';
import { idSchema, requiredText } from './input.ts';
import { ATTACHMENTS_MAX, MESSAGE_MAX } from './limits.ts';

/** Messages that one call of the database marks as read: as many mean that there may be more. */
export const READ_AT_ONCE = 2_000;

/** The text of a message. */
export const messageText = requiredText('Message is required', MESSAGE_MAX, 'Message too long');

/** The fields of the page's composer. */
export const messageFormSchema = z.object({
  content: messageText,
  attachments: z.array(attachmentSchema).max(ATTACHMENTS_MAX),
});

export type MessageValues = z.infer<typeof messageFormSchema>;

/** The body of POST /api/quotes/{id}/messages; for a repeated `clientId`, the first message is answered. */
export const messageBodySchema = z.object({
  content: messageText,
  attachments: z
    .array(attachmentSchema)
    .max(ATTACHMENTS_MAX)
    .nullish()
    .transform((files) => files ?? []),
  clientId: z
    .uuid()
    .nullish()
    .transform((id) => id ?? null),
});

/** The body of PATCH /api/messages/{id}. */
export const messageEditSchema = z.object({ content: messageText });

/** A message as answered by `/api`. A deleted one has an empty `content` and no `attachments`. */
export const messageSchema = z.object({
  id: idSchema,
  quoteId: idSchema,
  senderId: idSchema,
  senderUsername: z.string(),
  senderAvatar: z.string().nullable(),
  content: z.string(),
  attachments: z.array(z.object({ path: z.string(), name: z.string(), size: z.number() })),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
  readAt: z.string().nullable(),
  clientId: z.string(),
});

export type Message = z.infer<typeof messageSchema>;
