import { Alert, Button, Stack, Text } from '@mantine/core';
import { toAppError } from '@/shared/errors/app-error.ts';
import { useSendTestMail } from '../api/send-test-mail.ts';

const TITLES = {
  sent: 'The mail server took the test email',
  bounced: 'The mail server refused the test email',
  retry: 'The test email could not be sent. It will be tried again',
  failed: 'The test email failed',
  queued: 'The test email waits',
} as const;

/** Sends a real mail to the admin's own address with the saved settings, and shows the answer of the mail server. */
export function SendTestMail({ isDirty }: { isDirty: boolean }) {
  const { mutate, data, error, isPending } = useSendTestMail();
  return (
    <Stack gap="sm" align="flex-start">
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        Send test email
      </Button>
      {isDirty && (
        <Text size="sm" c="dimmed">
          The test uses the settings that are saved.
        </Text>
      )}
      <div role="status">
        {data && (
          <Alert color={data.outcome === 'sent' ? 'green' : 'red'} title={TITLES[data.outcome]}>
            {data.answer}
          </Alert>
        )}
        {error && (
          <Alert color="red" title="The test email could not be sent">
            {toAppError(error).message}
          </Alert>
        )}
      </div>
    </Stack>
  );
}
