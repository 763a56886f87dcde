import { useState } from 'react';
import { Badge, Button, Divider, Group, Paper, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Divider.css';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import type { SignIn } from '../get-sign-in.ts';
import { deviceOf, type Device } from './device.ts';
import { useEndSession } from './end-session.ts';
import { useSignOutEverywhere } from './sign-out-everywhere.ts';

type Session = SignIn['sessions'][number];

/** Where the user is signed in; each session can be ended alone, or all of them. */
export function SessionsCard({ sessions }: Pick<SignIn, 'sessions'>) {
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
      <Stack gap="md">
        <Title order={2} size="h3">
          {t('Devices')}
        </Title>
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('Devices')}>
          {sessions.map((session) => (
            <PartItem key={session.id}>{() => <SessionRow session={session} />}</PartItem>
          ))}
        </Stack>
        <Divider />
        <Group justify="space-between" gap="md">
          <Text size="sm" c="dimmed">
            {t('Ends your session in every browser, this one too.')}
          </Text>
          <Button variant="default" onClick={() => setIsAsking(true)}>
            {t('Log out of all devices')}
          </Button>
        </Group>
      </Stack>
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

const nameOf = ({ program, system }: Device, t: Language['t']) =>
  system === undefined ? program : t('{browser} on {system}', { browser: program, system });

function SessionRow({ session }: { session: Session }) {
  const { t, dateAndTime } = useLanguage();
  const end = useEndSession();
  const device = deviceOf(session.user_agent);
  const name = device === undefined ? t('Unknown device') : nameOf(device, t);
  return (
    <Group justify="space-between" gap="md" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {name}
          </Text>
          {session.is_current && (
            <Badge variant="light" tt="none">
              {t('This device')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {t('Last used {time}', { time: dateAndTime(session.used_at) })}
          {session.address && ` · ${session.address}`}
        </Text>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          size="xs"
          h={{ base: 44, xs: 30 }}
          flex="none"
          aria-label={t('Log out: {device}', { device: name })}
          loading={end.isPending}
          onClick={() => void tellOutcome(end.mutateAsync({ id: session.id }), { done: t('Logged out') })}
        >
          {t('Log out')}
        </Button>
      )}
    </Group>
  );
}
