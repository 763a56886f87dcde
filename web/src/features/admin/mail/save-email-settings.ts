import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EmailSettings } from '@domain/email-settings.ts';
import { dataOf } from '@/shared/backend/data-of.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { refresh } from '@/shared/backend/refresh.ts';

type Change = { settings: EmailSettings; /** When they were last changed, as they were read. */ readAt: string };

async function saveEmailSettings({ settings, readAt }: Change): Promise<void> {
  dataOf(
    await supabase.rpc('save_email_settings', {
      smtp_secret: settings.smtpSecret,
      expected_updated_at: readAt,
      settings: {
        from_name: settings.fromName,
        from_address: settings.fromAddress,
        reply_to: settings.replyTo,
        smtp_host: settings.smtpHost,
        smtp_port: settings.smtpPort,
        smtp_security: settings.smtpSecurity,
        smtp_user: settings.smtpUser,
        daily_cap: settings.dailyCap,
        footer_address: settings.footerAddress,
      },
    }),
  );
}

/** Stores the mail settings, unless they have changed since they were read. An empty password keeps the stored one. */
export function useSaveEmailSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveEmailSettings,
    // A repeat after a lost answer would be refused, because they have changed.
    retry: false,
    onSettled: () => refresh(client, [keys.emailSettings.settings]),
  });
}
