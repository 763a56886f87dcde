import { useState } from 'react';
import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { signInQueryOptions } from '../get-sign-in.ts';
import { useSignOutEverywhere } from './sign-out-everywhere.ts';
import { PasswordForm } from './password-form.tsx';

/** How the user signs in: provider, password, sessions. */
export function SecurityPanel() {
  const { t } = useLanguage();
  const { data, isPending, error, refetch } = useQuery(signInQueryOptions);
  if (isPending) return <Skeleton height={360} maw="36rem" />;
  if (!data)
    return (
      <ErrorState title={t('Failed to load your account')} message={error?.message} onRetry={() => void refetch()} />
    );
  return (
    <Stack gap="lg" maw="36rem">
      <Paper withBorder shadow="xs" p={{ base: 'md', sm: 'lg' }}>
        <Stack gap="md">
          <Title order={2} size="h3">
            {data.hasPassword ? t('Change password') : t('Set a password')}
          </Title>
          {data.provider && <Text size="sm">{t('You sign in with {provider}', { provider: data.provider })}</Text>}
          <PasswordForm key={String(data.hasPassword)} hasPassword={data.hasPassword} />
        </Stack>
      </Paper>
      <SessionsCard />
    </Stack>
  );
}

function SessionsCard() {
  const { t } = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync } = useSignOutEverywhere();
  const handleSignOut = () =>
    tellOutcome(mutateAsync(), {
      done: { title: t('Logged out'), message: t('You have been logged out successfully') },
      failed: t('Logout failed'),
    });
  return (
    <Paper withBorder shadow="xs" p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" gap="md">
        <div>
          <Title order={2} size="h3">
            {t('Devices')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('Ends your session in every browser, this one too.')}
          </Text>
        </div>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('Log out of all devices')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('Log out of all devices')}
        confirmLabel={t('Log out')}
        isDestructive
        onConfirm={handleSignOut}
      >
        {t('You will have to sign in again everywhere.')}
      </ConfirmDialog>
    </Paper>
  );
}
