import { useState } from 'react';
import { Alert, Anchor, Button, PinInput, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/PinInput.css';
import { CODE_LENGTH } from '@domain/verification.ts';
import { useCountdown } from '@/shared/lib/use-countdown.ts';
import { toast } from '@/shared/ui/toast.ts';
import { useConfirmEmail } from '../api/confirm-email.ts';
import { useResendEmailChange } from '../api/resend-email-change.ts';

const RESEND_WAIT_SECONDS = 60;

type EmailCodeProps = {
  currentEmail: string;
  newEmail: string;
  onDone: () => void;
  /** Asked for when the new address was wrong. */
  onOther: () => void;
};

/** The code that was sent to a new address (B2). */
export function EmailCode({ currentEmail, newEmail, onDone, onOther }: EmailCodeProps) {
  const [code, setCode] = useState('');
  const countdown = useCountdown(() => RESEND_WAIT_SECONDS);
  const confirm = useConfirmEmail(() => {
    toast({ title: 'Email changed', message: 'Your email address has been changed' });
    onDone();
  });
  const resend = useResendEmailChange();
  const handleComplete = (complete: string) =>
    confirm.mutate({ email: newEmail, code: complete }, { onError: () => setCode('') });
  const handleResend = () =>
    resend.mutate(currentEmail, {
      onSuccess: () => {
        countdown.start(RESEND_WAIT_SECONDS);
        toast({ title: 'Code sent', message: 'A new code is on its way to you' });
      },
      onError: (error) => toast({ title: 'Error', message: error.message, kind: 'destructive' }),
    });
  return (
    <Stack gap="md" align="center" ta="center">
      <Text>
        We sent a 6-digit code to <strong>{newEmail}</strong>. Enter it here, or open the link in the mail. Until then{' '}
        {currentEmail} stays your address.
      </Text>
      {confirm.error && (
        <Alert color="red" role="alert" w="100%">
          {confirm.error.message}
        </Alert>
      )}
      <PinInput
        length={CODE_LENGTH}
        type="number"
        oneTimeCode
        size="md"
        gap="xs"
        placeholder=""
        value={code}
        onChange={setCode}
        onComplete={handleComplete}
        error={confirm.isError && code === ''}
        disabled={confirm.isPending}
        role="group"
        aria-label="Verification code"
        getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of ${CODE_LENGTH}` })}
      />
      <Button variant="default" onClick={handleResend} loading={resend.isPending} disabled={countdown.seconds > 0}>
        {countdown.seconds > 0 ? `Resend code (${countdown.seconds} s)` : 'Resend code'}
      </Button>
      <Anchor component="button" size="sm" onClick={onOther}>
        Use another address
      </Anchor>
    </Stack>
  );
}
