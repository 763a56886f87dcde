import { useState } from 'react';
import { Alert, Anchor, Button, Center, Loader, PinInput, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/PinInput.css';
import { Link } from 'react-router-dom';
import { CODE_LENGTH } from '@domain/verification.ts';
import { paths } from '@/shared/paths.ts';
import { toast } from '@/shared/ui/toast.ts';
import { useResendVerification } from '../api/resend-verification.ts';
import { useVerifyEmail } from '../api/verify-email.ts';
import { clearPendingVerification, storePendingVerification, type PendingVerification } from '../pending-verification.ts';
import { useCountdown } from '@/shared/lib/use-countdown.ts';

const RESEND_WAIT_SECONDS = 60;

/** Seconds until another code may be asked for; none when the last one did not go out in this browser. */
function waitAfter(sentAt = 0): number {
  return Math.max(0, Math.ceil(RESEND_WAIT_SECONDS - (Date.now() - sentAt) / 1000));
}

type VerifyEmailCardProps = { pending: PendingVerification; onVerified: () => void };

/** The code field of an address that waits for its verification, with another code and another account (B11). */
export function VerifyEmailCard({ pending, onVerified }: VerifyEmailCardProps) {
  const { email, sentAt } = pending;
  const [code, setCode] = useState('');
  const countdown = useCountdown(() => waitAfter(sentAt));
  const verify = useVerifyEmail();
  const resend = useResendVerification();

  const handleComplete = (complete: string) =>
    verify.mutate({ email, code: complete }, { onSuccess: onVerified, onError: () => setCode('') });
  const handleResend = () => {
    verify.reset();
    setCode('');
    resend.mutate(email, {
      onSuccess: () => {
        countdown.start(RESEND_WAIT_SECONDS);
        storePendingVerification({ ...pending, sentAt: Date.now() });
        toast({ title: 'Code sent', message: 'A new code is on its way to you' });
      },
      onError: (error) => toast({ title: 'Error', message: error.message, kind: 'destructive' }),
    });
  };

  return (
    <Stack gap="md" align="center" ta="center">
      <Text>
        {sentAt === undefined ? 'Enter the 6-digit code that was sent to ' : 'We sent a 6-digit code to '}
        {/* Whole, because a slip in it is the likeliest reason why no mail comes. */}
        <strong dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </strong>
        {sentAt === undefined
          ? ', or open the link in the mail. Codes end after 15 minutes: ask for a new one below.'
          : '. Enter it here within 15 minutes, or open the link in the mail.'}
      </Text>
      {verify.error && (
        <Alert color="red" role="alert" w="100%">
          {verify.error.message}
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
        error={verify.isError && code === ''}
        disabled={verify.isPending}
        role="group"
        aria-label="Verification code"
        getInputProps={(index) => ({ 'aria-label': `Digit ${index + 1} of ${CODE_LENGTH}` })}
      />
      <Center h={24} role="status">
        {verify.isPending && <Loader size="sm" aria-label="Verifying" />}
      </Center>
      <Button
        variant="default"
        onClick={handleResend}
        loading={resend.isPending}
        disabled={countdown.seconds > 0}
      >
        {countdown.seconds > 0 ? `Resend code (${countdown.seconds} s)` : 'Resend code'}
      </Button>
      <Anchor component={Link} to={paths.auth()} size="sm" onClick={clearPendingVerification}>
        Use another account
      </Anchor>
    </Stack>
  );
}
