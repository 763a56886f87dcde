import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { feedbackResponseSchema, type userFeedbackSchema } from '@domain/feedback.ts';
import { callApi } from '@/shared/backend/api.ts';
import { retryUnlessRefused } from '@/shared/backend/query-client.ts';
import type { ClientId } from '@/shared/form/send-once.ts';

type NewFeedback = z.output<typeof userFeedbackSchema> & {
  clientId: ClientId;
  pagePath: string;
  images: readonly File[];
};

function sendFeedback({ images, ...fields }: NewFeedback) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  for (const image of images) form.append('images', image);
  return callApi('/api/feedback', { method: 'POST', body: form, schema: feedbackResponseSchema });
}

/**
 * Sends feedback with its images. A refusal is not retried; without an answer the request is repeated once, which the
 * client id makes safe.
 */
export function useSendFeedback() {
  return useMutation({ mutationFn: sendFeedback, retry: retryUnlessRefused });
}
