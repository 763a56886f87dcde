import { Button, Group, Stack, Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { useRequestPasswordReset } from './request-password-reset.ts';

/**
 * Sets the first password of a user of a sign-in provider by a link to their address. A session alone must not:
 * docs/decisions.md#a-token-changes-no-credentials.
 */
export function FirstPassword({ email }: { email: string }) {
  const { t } = useLanguage();
  const { mutateAsync, isPending, isSuccess } = useRequestPasswordReset();
  const handleSend = () => void mutateAsync(email).catch((error: unknown) => tellFailure(t('Error'), error));
  return (
    <Stack gap="md">
      <Text size="sm" role="status" dir="auto">
        {isSuccess
          ? t('We have sent a link to {email}. It sets your password.', { email })
          : t('We send you a link to {email} that sets your password.', { email })}
      </Text>
      <Group justify="flex-end">
        <Button onClick={handleSend} loading={isPending} disabled={isSuccess}>
          {t('Set a password')}
        </Button>
      </Group>
    </Stack>
  );
}
