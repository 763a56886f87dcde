import { z } from 'zod';
import { env } from './env.ts';
import { ApiError } from './http/api-error.ts';

const deliverySchema = z
  .object({ outcome: z.enum(['sent', 'bounced', 'retry', 'failed']), answer: z.string() })
  .nullable();

/** Has the function `mail` send one mail now; null if it is no longer waiting. */
export async function sendMailNow(id: number): Promise<z.infer<typeof deliverySchema>> {
  const response = await fetch(`${env.supabaseUrl}/functions/v1/mail/${id}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${env.cronSecret ?? ''}` },
  });
  if (!response.ok) {
    throw new ApiError(503, 'The service is busy. Please try again.', { cause: await response.text() });
  }
  return deliverySchema.parse(await response.json());
}
