import { z } from 'zod';
import { env } from './env.ts';
import { ApiError } from './http/api-error.ts';

const deliverySchema = z
  .object({ outcome: z.enum(['sent', 'bounced', 'retry', 'failed']), answer: z.string() })
  .nullable();

/**
 * Has the function `mail` send one mail now, by the saved settings unless others are given; null if it is no longer
 * waiting or no mail leaves.
 */
export async function sendMailNow(id: number, trial: object = {}): Promise<z.infer<typeof deliverySchema>> {
  const response = await fetch(`${env.supabaseUrl}/functions/v1/mail/${id}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${env.cronSecret ?? ''}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(trial),
  });
  if (!response.ok) {
    throw new ApiError(503, 'The service is busy. Please try again.', { cause: await response.text() });
  }
  return deliverySchema.parse(await response.json());
}
