import { useState } from 'react';
import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import type { SignIn } from '../get-sign-in.ts';
import { useReplaceRecoveryCodes, useStartSetup, useTurnOff, type Setup } from './change-second-factor.ts';
import { CodeDialog } from './code-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SetupDialog } from './setup-dialog.tsx';

/** Two-step sign-in: on or off, and its recovery codes. */
export function SecondFactorCard({ secondFactor, hasPassword }: Pick<SignIn, 'secondFactor' | 'hasPassword'>) {
  const { t } = useLanguage();
  const { isOn, isMissing } = secondFactor;
  const [setup, setSetup] = useState<Setup | null>(null);
  const [isSettingUp, settingUp] = useDisclosure(false);
  const [isTurningOff, turningOff] = useDisclosure(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const start = useStartSetup();
  const turnOff = useTurnOff();
  const handleStart = () =>
    void start.mutateAsync().then(
      (started) => {
        setSetup(started);
        settingUp.open();
      },
      (error: unknown) => tellFailure(t('Error'), error),
    );
  return (
    <Paper withBorder shadow="xs" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Group gap="xs">
          <Title order={2} size="h3">
            {t('Two-step sign-in')}
          </Title>
          {isOn && <Badge tt="none">{t('On', {}, 'two-step sign-in')}</Badge>}
        </Group>
        {isMissing && (
          <Alert color="yellow">{t('Your role requires two-step sign-in. Turn it on to use the admin area.')}</Alert>
        )}
        <Text size="sm">{t('Besides your password, each sign-in asks for a code of an authenticator app.')}</Text>
        {!isOn && !hasPassword && (
          <Text size="sm" c="dimmed">
            {t('Set a password first.')}
          </Text>
        )}
        {isOn ? (
          <>
            <RecoveryCodes left={secondFactor.recoveryCodes} onCodes={setCodes} />
            <Button variant="default" w="fit-content" onClick={turningOff.open}>
              {t('Turn off')}
            </Button>
          </>
        ) : (
          <Button w="fit-content" onClick={handleStart} loading={start.isPending} disabled={!hasPassword}>
            {t('Turn on')}
          </Button>
        )}
      </Stack>
      {setup && (
        <SetupDialog
          key={setup.factorId}
          setup={setup}
          opened={isSettingUp}
          onClose={settingUp.close}
          onCodes={setCodes}
        />
      )}
      <CodeDialog
        opened={isTurningOff}
        onClose={turningOff.close}
        title={t('Turn two-step sign-in off')}
        change={turnOff}
        onDone={() => toast({ title: t('Two-step sign-in is off') })}
      />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </Paper>
  );
}

function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const { t, plural } = useLanguage();
  const [isReplacing, replacing] = useDisclosure(false);
  const replace = useReplaceRecoveryCodes();
  return (
    <Group justify="space-between" gap="md">
      <Text size="sm" c="dimmed">
        {plural(left, { one: '{n} recovery code', other: '{n} recovery codes' })}
      </Text>
      <Button variant="default" onClick={replacing.open}>
        {t('New recovery codes')}
      </Button>
      <CodeDialog
        opened={isReplacing}
        onClose={replacing.close}
        title={t('New recovery codes')}
        change={replace}
        onDone={onCodes}
      >
        {t('The earlier recovery codes stop working.')}
      </CodeDialog>
    </Group>
  );
}
