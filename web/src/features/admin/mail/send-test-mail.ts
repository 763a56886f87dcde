import { z } from 'zod';
import type { EmailSettings } from '@domain/email-settings.ts';
import type { Locale } from '@domain/locale.ts';
import { callApi } from '@/shared/backend/api.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';

const answerSchema = z.object({
  outcome: z.enum(['sent', 'bounced', 'retry', 'failed', 'queued']),
  answer: z.string(),
});

export type TestAnswer = z.infer<typeof answerSchema>;

/** Sends a real mail in a language to the admin's own address. Resolves to the answer of the mail server. */
export const useSendTestMail = () =>
  useWrite(
    (locale: Locale) =>
      callApi(`/api/admin/email-settings/test?locale=${locale}`, { method: 'POST', schema: answerSchema }),
    [keys.emailSettings.all],
    false,
  );

/** Sends a real mail to the admin's own address by settings that are not saved. */
export const useTryEmailSettings = () =>
  useWrite(
    (settings: EmailSettings) =>
      callApi('/api/admin/email-settings/trial', { method: 'POST', body: settings, schema: answerSchema }),
    [keys.emailSettings.logs],
    false,
  );
