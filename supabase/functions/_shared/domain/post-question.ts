import { z } from 'zod';

import { idSchema } from './input.ts';
import { answerSchema, questionSchema } from './question.ts';

/** The body of POST /api/posts/{id}/questions; a repeated `clientId` answers the first question. */
export const questionBodySchema = z.object({
  question: questionSchema,
  clientId: z
    .uuid()
    .nullish()
    .transform((id) => id ?? null),
});

/** The body of PUT /api/questions/{id}/answer. */
export const answerBodySchema = z.object({ answer: answerSchema });

/** A question on a post as `/api` answers it; `answer` is null until there is one. */
export const postQuestionSchema = z.object({
  id: idSchema,
  postId: idSchema,
  askerId: idSchema,
  askerUsername: z.string(),
  question: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  createdAt: z.string(),
});

export type PostQuestion = z.infer<typeof postQuestionSchema>;
