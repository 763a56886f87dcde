import { useState } from 'react';
import { Anchor, Button, Center, Loader, Stack, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { CodeField } from '@/shared/form/code-field.tsx';
import { isRefusal } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useResendVerification } from './resend-verification.ts';
import { useVerifyEmail } from './verify-email.ts';
import {
  clearPendingVerification,
  storePendingVerification,
  type PendingVerification,
} from './pending-verification.ts';
import { readPendingVerification } from './read-pending-verification.ts';
import { useCountdown } from '@/shared/ui/use-countdown.ts';

const RESEND_WAIT_SECONDS = 60;

/** Seconds until another code can be requested; 0 if this browser did not request the last one. */
function waitAfter(sentAt = 0): number {
  return Math.max(0, Math.ceil(RESEND_WAIT_SECONDS - (Date.now() - sentAt) / 1000));
}

type VerifyEmailCardProps = { pending: PendingVerification; onVerified: () => void };

/** The code field for an unverified address, with buttons for another code and another account. */
export function VerifyEmailCard({ pending, onVerified }: VerifyEmailCardProps) {
  const { t, rich } = useLanguage();
  const { email, sentAt } = pending;
  // Shown in full: a typo in it is the likeliest reason for a missing mail.
  const address = (
    <strong dir="auto" style={{ overflowWrap: 'anywhere' }}>
      {email}
    </strong>
  );
  const [code, setCode] = useState('');
  const countdown = useCountdown(() => waitAfter(sentAt));
  const verify = useVerifyEmail();
  const resend = useResendVerification();

  const handleComplete = (complete: string) =>
    // With the id, because somebody may have registered the address again, with their own password.
    void verify
      .mutateAsync({ email, code: complete, registration: pending.userId })
      .then(onVerified, (error: Error) => {
        if (isRefusal(error)) setCode('');
      });
  const handleResend = () => {
    verify.reset();
    setCode('');
    void resend.mutateAsync(email).then(
      () => {
        countdown.start(RESEND_WAIT_SECONDS);
        // A user who switched accounts in the meantime is not waiting for this code any more.
        if (readPendingVerification()) storePendingVerification({ ...pending, sentAt: Date.now() });
        toast({ title: t('Code sent'), message: t('A new code is on its way to you') });
      },
      (error) => tellFailure(t('Error'), error),
    );
  };

  return (
    <Stack gap="md" align="center" ta="center">
      <Text>
        {sentAt === undefined
          ? rich(
              'Enter the 6-digit code that was sent to {address}, or open the link in the mail. Codes end after 15 minutes: ask for a new one below.',
              { address },
            )
          : rich(
              'We sent a 6-digit code to {address}. Enter it here within 15 minutes, or open the link in the mail.',
              { address },
            )}
      </Text>
      <CodeField
        value={code}
        onChange={setCode}
        onComplete={handleComplete}
        isPending={verify.isPending}
        error={verify.error}
      />
      <Center h={24} role="status">
        {verify.isPending && <Loader size="sm" aria-label={t('Verifying')} />}
      </Center>
      <Button variant="default" onClick={handleResend} loading={resend.isPending} disabled={countdown.seconds > 0}>
        {countdown.seconds > 0 ? t('Resend code ({seconds} s)', { seconds: countdown.seconds }) : t('Resend code')}
      </Button>
      <Anchor component={Link} to={paths.auth()} size="sm" onClick={clearPendingVerification}>
        {t('Use another account')}
      </Anchor>
    </Stack>
  );
}
