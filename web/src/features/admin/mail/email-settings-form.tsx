import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Fieldset, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import '@mantine/core/styles/Fieldset.css';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import {
  DAILY_CAP_MAX,
  emailSettingsSchema,
  FOOTER_ADDRESS_MAX,
  FROM_NAME_MAX,
  type EmailSettings,
} from '@domain/email-settings.ts';
import { fallbackText } from '@domain/input.ts';
import { NumberField } from '@/shared/form/number-field.tsx';
import { PasswordField } from '@/shared/form/password-field.tsx';
import { SelectField } from '@/shared/form/select-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { UnsavedChanges } from '@/shared/form/unsaved-changes.tsx';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import type { StoredEmailSettings } from './get-email-settings.ts';
import { useSaveEmailSettings } from './save-email-settings.ts';
import { useTryEmailSettings } from './send-test-mail.ts';
import { TestMail, TestResult } from './test-mail.tsx';
import { VerificationRule } from './verification-rule.tsx';

type EmailSettingsValues = z.input<typeof emailSettingsSchema>;

const PROVIDER = ['fromAddress', 'smtpHost', 'smtpPort', 'smtpSecurity', 'smtpUser', 'smtpSecret'] as const;

const SECURITY = [
  { value: 'tls', label: msg('TLS from the start (usually port 465)') },
  { value: 'starttls', label: msg('STARTTLS (usually port 587)') },
  { value: 'none', label: msg('None: only inside one machine') },
];

// The database returns null for unset values.
const valuesOf = (stored: StoredEmailSettings): EmailSettingsValues => ({
  fromName: stored.from_name,
  fromAddress: stored.from_address ?? '',
  replyTo: stored.reply_to ?? '',
  smtpHost: stored.smtp_host ?? '',
  smtpPort: String(stored.smtp_port),
  smtpSecurity: emailSettingsSchema.shape.smtpSecurity.catch('starttls').parse(stored.smtp_security),
  smtpUser: stored.smtp_user ?? '',
  smtpSecret: '',
  dailyCap: String(stored.daily_cap),
  footerAddress: stored.footer_address,
});

/** Sender, mail server and limits. The stored password is never shown, only whether there is one. */
export function EmailSettingsForm({ stored }: { stored: StoredEmailSettings }) {
  const { t, number } = useLanguage();
  const save = useSaveEmailSettings();
  const trial = useTryEmailSettings();
  const form = useForm<EmailSettingsValues, unknown, EmailSettings>({
    // During a save, following what is stored would end the submit.
    ...(!trial.isPending && !save.isPending && { values: valuesOf(stored) }),
    resetOptions: { keepDirtyValues: true },
    resolver: zodResolver(emailSettingsSchema, fallbackText),
  });
  const { control, handleSubmit, reset, formState } = form;
  const { isDirty, isSubmitting, dirtyFields } = formState;
  const hasFailed = trial.isError || (trial.data !== undefined && trial.data.outcome !== 'sent');
  const hasHost = useWatch({ control, name: 'smtpHost' }).trim() !== '';
  const current = useCurrentUser();
  const canNameServer = current.status === 'user' && current.user.role === 'main_admin';

  const handleSave = async (settings: EmailSettings) => {
    const isDone = await tellOutcome(save.mutateAsync({ settings, readAt: stored.updated_at }), {
      done: t('Email settings saved'),
      failed: t('Error saving email settings'),
    });
    if (!isDone) return;
    trial.reset();
    reset({ ...form.getValues(), smtpSecret: '' }, { keepDirtyValues: false, keepFieldsRef: true });
  };
  const handleValid = async (settings: EmailSettings) => {
    // A wrong provider shows when mails are missing, which is too late.
    if (settings.smtpHost !== '' && PROVIDER.some((name) => dirtyFields[name])) {
      const answer = await trial.mutateAsync(settings).catch(() => undefined);
      if (answer?.outcome !== 'sent') return;
    }
    await handleSave(settings);
  };

  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate aria-label={t('Email settings')}>
      <UnsavedChanges isDirty={isDirty} onLeave={() => reset()} />
      <Stack gap="lg">
        <Fieldset legend={t('Sender')} disabled={!canNameServer}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextField
              control={control}
              name="fromName"
              label={t('From name')}
              maxLength={FROM_NAME_MAX}
              withAsterisk
            />
            <TextField
              control={control}
              name="fromAddress"
              label={t('From address')}
              type="email"
              placeholder={t('From the environment')}
              withAsterisk={hasHost}
            />
            <TextField control={control} name="replyTo" label={t('Reply-to')} type="email" placeholder={t('None')} />
            <TextareaField
              control={control}
              name="footerAddress"
              label={t('Footer address')}
              description={t('Who stands behind the mails, as the law of many countries asks')}
              maxLength={FOOTER_ADDRESS_MAX}
              autosize
              minRows={2}
              maxRows={5}
            />
          </SimpleGrid>
        </Fieldset>
        <Fieldset legend={t('Provider')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextField
              control={control}
              name="smtpHost"
              label={t('SMTP host')}
              description={t('Empty: the mail server of the environment')}
              placeholder="smtp.example.com"
              autoComplete="off"
              disabled={!canNameServer}
            />
            <NumberField
              isWhole
              control={control}
              name="smtpPort"
              label={t('Port', {}, 'mail server')}
              description={t('1 to 65535')}
              disabled={!hasHost || !canNameServer}
            />
            <SelectField
              control={control}
              name="smtpSecurity"
              label={t('Encryption')}
              data={SECURITY.map(({ value, label }) => ({ value, label: t(label) }))}
              allowDeselect={false}
              disabled={!hasHost || !canNameServer}
            />
            <TextField
              control={control}
              name="smtpUser"
              label={t('User')}
              autoComplete="off"
              disabled={!hasHost || !canNameServer}
            />
            <PasswordField
              control={control}
              name="smtpSecret"
              label={t('Password')}
              description={stored.has_secret ? t('Stored. Type to replace it') : t('None is stored')}
              placeholder={stored.has_secret ? '••••••••' : ''}
              autoComplete="new-password"
              disabled={!hasHost || !canNameServer}
            />
            <NumberField
              isWhole
              control={control}
              name="dailyCap"
              label={t('Daily cap')}
              description={t('Mails per day (UTC), {sentToday} sent today, at most {max}', {
                sentToday: number(stored.sent_today),
                max: number(DAILY_CAP_MAX),
              })}
            />
          </SimpleGrid>
          <Text size="sm" c="dimmed" mt="md">
            {canNameServer
              ? t('A new host or user asks for the password again, so that it is never shown to another server.')
              : t('Only a main admin may name sender and mail server: whoever runs it can read the mails.')}
          </Text>
        </Fieldset>
        <VerificationRule />
        <Group justify="space-between" align="flex-start">
          <TestMail isDirty={isDirty} />
          <Button type="submit" disabled={!isDirty} loading={isSubmitting}>
            {t('Save')}
          </Button>
        </Group>
        <div role="status">
          {hasFailed && (
            <Stack gap="sm" align="flex-start">
              <TestResult data={trial.data} error={trial.error} />
              <Button
                variant="default"
                h={{ base: 44, xs: 36 }}
                onClick={(event) => void handleSubmit(handleSave)(event)}
              >
                {t('Save anyway')}
              </Button>
            </Stack>
          )}
        </div>
      </Stack>
    </form>
  );
}
