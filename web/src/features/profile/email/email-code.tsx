import { useState } from 'react';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { CodeField } from '@/shared/form/code-field.tsx';
import { isRefusal } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCountdown } from '@/shared/ui/use-countdown.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useConfirmEmail } from './confirm-email.ts';
import { useResendEmailChange } from './resend-email-change.ts';

const RESEND_WAIT_SECONDS = 60;

type EmailCodeProps = {
  currentEmail: string;
  newEmail: string;
  onDone: () => void;
  /** Called to enter another address. */
  onOther: () => void;
};

/** Form for the code that was sent to the new address. */
export function EmailCode({ currentEmail, newEmail, onDone, onOther }: EmailCodeProps) {
  const { t, rich } = useLanguage();
  const [code, setCode] = useState('');
  const countdown = useCountdown(() => RESEND_WAIT_SECONDS);
  const confirm = useConfirmEmail(() => {
    toast({ title: t('Email changed'), message: t('Your email address has been changed') });
    onDone();
  });
  const resend = useResendEmailChange();
  const handleComplete = (complete: string) =>
    void confirm.mutateAsync({ email: newEmail, code: complete }).catch((error: Error) => {
      if (isRefusal(error)) setCode('');
    });
  const handleResend = () =>
    void resend.mutateAsync(currentEmail).then(
      ({ isPending }) => {
        if (!isPending) return;
        countdown.start(RESEND_WAIT_SECONDS);
        toast({ title: t('Code sent'), message: t('A new code is on its way to you') });
      },
      (error) => tellFailure(t('Error'), error),
    );
  return (
    <Stack gap="md" align="center" ta="center">
      <Text>
        {rich(
          'We sent a 6-digit code to {newEmail}. Enter it here, or open the link in the mail. Until then {currentEmail} stays your address.',
          { newEmail: <strong>{newEmail}</strong>, currentEmail },
        )}
      </Text>
      <CodeField
        value={code}
        onChange={setCode}
        onComplete={handleComplete}
        isPending={confirm.isPending}
        error={confirm.error}
      />
      <Button variant="default" onClick={handleResend} loading={resend.isPending} disabled={countdown.seconds > 0}>
        {countdown.seconds > 0 ? t('Resend code ({seconds} s)', { seconds: countdown.seconds }) : t('Resend code')}
      </Button>
      <Anchor component="button" size="sm" onClick={onOther}>
        {t('Use another address')}
      </Anchor>
    </Stack>
  );
}
