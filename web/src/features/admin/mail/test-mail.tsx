import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { toAppError } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useSendTestMail, type TestAnswer } from './send-test-mail.ts';
import { useMailLocale } from './use-mail-locale.ts';
import { MailLanguage } from './mail-language.tsx';

const TITLES = {
  sent: msg('The mail server took the test email'),
  bounced: msg('The mail server refused the test email'),
  retry: msg('The test email could not be sent. It will be tried again'),
  failed: msg('The test email failed'),
  queued: msg('The test email waits'),
} as const;

/** Result of a test mail, in the words of the mail server. */
export function TestResult({ data, error }: { data: TestAnswer | undefined; error: Error | null }) {
  const { t, message } = useLanguage();
  if (error)
    return (
      <Alert color="red" title={t('The test email could not be sent')}>
        {message(toAppError(error).message)}
      </Alert>
    );
  if (!data) return null;
  return (
    <Alert color={data.outcome === 'sent' ? 'green' : 'red'} title={t(TITLES[data.outcome])}>
      {message(data.answer)}
    </Alert>
  );
}

/** Sends a real mail to the admin's own address with the saved settings and shows the answer of the mail server. */
export function TestMail({ isDirty }: { isDirty: boolean }) {
  const { t } = useLanguage();
  const [locale, setLocale] = useMailLocale();
  const { mutate, data, error, isPending } = useSendTestMail();
  return (
    <Stack gap="sm" align="flex-start">
      <Group gap="sm">
        <Button variant="default" loading={isPending} onClick={() => mutate(locale)}>
          {t('Send test email')}
        </Button>
        <MailLanguage value={locale} onChange={setLocale} />
      </Group>
      {isDirty && (
        <Text size="sm" c="dimmed">
          {t('The test uses the settings that are saved.')}
        </Text>
      )}
      <div role="status">
        <TestResult data={data} error={error} />
      </div>
    </Stack>
  );
}
