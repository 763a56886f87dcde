import { env } from '../env.ts';
import { isSameSecret } from './secret.ts';

/**
 * Whether a request comes from the scheduler: it carries `Authorization: Bearer {CRON_SECRET}`. Without a configured
 * secret, no request does.
 */
export async function isFromScheduler(request: Request): Promise<boolean> {
  const [, sent] = /^Bearer\s+(\S+)$/i.exec(request.headers.get('Authorization') ?? '') ?? [];
  return sent !== undefined && env.cronSecret !== null && (await isSameSecret(sent, env.cronSecret));
}
