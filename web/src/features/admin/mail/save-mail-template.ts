import type { Locale } from '@domain/locale.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useWrite } from '@/shared/backend/use-write.ts';
import type { StoredMailTemplate } from './list-mail-templates.ts';

type Change = {
  /** As it was read. */
  stored: StoredMailTemplate;
  isEnabled: boolean;
  subject: string | null;
  body: string | null;
  locale: Locale;
};

async function saveMailTemplate({ stored, isEnabled, subject, body, locale }: Change): Promise<void> {
  dataOf(
    await supabase.rpc('save_mail_template', {
      template: stored.template,
      is_enabled: isEnabled,
      subject: subject ?? undefined,
      body: body ?? undefined,
      locale,
      expected_updated_at: stored.updated_at,
    }),
  );
}

/** Switches a mail on or off and stores its text in one language; null restores the default. Refused if it has changed since it was read, so a repeat after a lost answer would be: no retry. */
export const useSaveMailTemplate = () => useWrite(saveMailTemplate, [keys.emailSettings.templates], false);
