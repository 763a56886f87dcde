import { useState, type FormEvent } from 'react';
import { Alert, Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import { isRefusal } from '@/shared/errors/app-error.ts';
import { CodeField } from '@/shared/form/code-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useSignOut } from '../sign-in/sign-out.ts';
import { useCompleteSignIn } from './complete-sign-in.ts';

const stay = () => undefined;

/** The second step of a sign-in, over the whole page: a code of the authenticator app, or a recovery code. */
export function SecondStep() {
  const { t } = useLanguage();
  const [isRecovery, setIsRecovery] = useState(false);
  const complete = useCompleteSignIn();
  const signOut = useSignOut();
  return (
    <Modal
      opened
      onClose={stay}
      centered
      withCloseButton={false}
      closeOnEscape={false}
      title={t('Two-step sign-in')}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="lg" align="center" ta="center">
        {isRecovery ? <RecoveryForm complete={complete} /> : <AppForm complete={complete} />}
        <Group gap="lg" justify="center">
          <Anchor
            component="button"
            size="sm"
            onClick={() => {
              complete.reset();
              setIsRecovery(!isRecovery);
            }}
          >
            {isRecovery ? t('Use the authenticator app') : t('Use a recovery code')}
          </Anchor>
          <Anchor
            component="button"
            size="sm"
            onClick={() => void tellOutcome(signOut.mutateAsync(), { failed: t('Logout failed') })}
          >
            {t('Log out')}
          </Anchor>
        </Group>
      </Stack>
    </Modal>
  );
}

type FormProps = { complete: ReturnType<typeof useCompleteSignIn> };

function AppForm({ complete }: FormProps) {
  const { t } = useLanguage();
  const [code, setCode] = useState('');
  const handleComplete = (typed: string) =>
    void complete.mutateAsync({ code: typed, isRecovery: false }).catch((error: Error) => {
      if (isRefusal(error)) setCode('');
    });
  return (
    <>
      <Text size="sm">{t('Enter the 6-digit code that your authenticator app shows.')}</Text>
      <CodeField
        value={code}
        onChange={setCode}
        onComplete={handleComplete}
        isPending={complete.isPending}
        error={complete.error}
      />
    </>
  );
}

function RecoveryForm({ complete }: FormProps) {
  const { t, message } = useLanguage();
  const [code, setCode] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void complete.mutateAsync({ code, isRecovery: true }).then(
      () => toast({ title: t('Two-step sign-in is off'), message: t('Turn it on again with your new device.') }),
      () => undefined,
    );
  };
  return (
    <Stack component="form" gap="md" w="100%" onSubmit={handleSubmit}>
      <Text size="sm">{t('A recovery code turns two-step sign-in off, and signs you out on all other devices.')}</Text>
      {complete.error && (
        <Alert color="red" role="alert">
          {message(complete.error.message)}
        </Alert>
      )}
      <TextInput
        label={t('Recovery code')}
        value={code}
        readOnly={complete.isPending}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        ta="start"
        data-autofocus
      />
      <Button type="submit" loading={complete.isPending} disabled={code.trim() === ''}>
        {t('Continue')}
      </Button>
    </Stack>
  );
}
