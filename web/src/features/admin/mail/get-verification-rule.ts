import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { AppError } from '@/shared/errors/app-error.ts';
import { env } from '@/shared/backend/env.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { msg } from '@/shared/i18n/msg.ts';

const settingsSchema = z.object({ mailer_autoconfirm: z.boolean().optional() });

async function getVerificationRule(signal: AbortSignal): Promise<boolean | null> {
  const response = await fetch(`${env.supabaseUrl}/auth/v1/settings`, { headers: { apikey: env.supabaseKey }, signal });
  if (!response.ok)
    throw new AppError(msg('The settings of the auth server cannot be read'), {
      kind: 'server',
      status: response.status,
    });
  const { mailer_autoconfirm } = settingsSchema.parse(await response.json());
  return mailer_autoconfirm === undefined ? null : !mailer_autoconfirm;
}

/** Whether new accounts have to verify their address; null if the auth server does not say. */
export const verificationRuleQueryOptions = queryOptions({
  queryKey: keys.emailSettings.verification,
  queryFn: ({ signal }) => getVerificationRule(signal),
});
