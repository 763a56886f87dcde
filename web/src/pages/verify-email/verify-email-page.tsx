import { useEffect, useRef, useState } from 'react';
import { Alert, Anchor, Center, Loader, Stack } from '@mantine/core';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { VerifyByPassword } from '@/features/auth/verify/verify-by-password.tsx';
import { useVerifyEmail, type Verified } from '@/features/auth/verify/verify-email.ts';
import { VerifyEmailCard } from '@/features/auth/verify/verify-email-card.tsx';
import { clearPendingVerification } from '@/features/auth/verify/pending-verification.ts';
import { readPendingVerification, readRegistrationHere } from '@/features/auth/verify/read-pending-verification.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { trackConversion } from '@/shared/visit/analytics.ts';
import { paths } from '@/shared/paths.ts';
import { keptDestination } from '@/shared/session/intent.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { NarrowCard } from '@/shared/ui/narrow-card.tsx';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { ConfirmNewEmail } from './confirm-new-email.tsx';
import { ProvenForOther } from './proven-for-other.tsx';

function useFinishVerification(): () => void {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const isDone = useRef(false);
  return () => {
    if (isDone.current) return;
    isDone.current = true;
    clearPendingVerification();
    trackConversion('email_verification');
    toast({ title: t('Email verified'), message: t('Your email has been verified successfully') });
    void navigate(keptDestination(), { replace: true });
  };
}

function VerifyEmailContent() {
  const { t, message } = useLanguage();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [pending] = useState(readPendingVerification);
  const current = useCurrentUser();
  const { status } = current;
  const verify = useVerifyEmail();
  const finish = useFinishVerification();
  const hasAsked = useRef(false);
  const [proven, setProven] = useState<Verified | null>(null);
  const settle = (verified: Verified) => (verified.isSignedIn ? finish() : setProven(verified));
  // Verified in another tab, through the link in the mail.
  const isVerifiedByLink =
    current.status === 'user' && current.user.email.toLowerCase() === pending?.email.toLowerCase();

  useEffect(() => {
    if (token !== '' && !hasAsked.current) {
      hasAsked.current = true;
      // The page shows why the link was refused.
      void verify.mutateAsync({ token, registration: readRegistrationHere() }).then(settle, () => undefined);
    }
  });
  useEffect(() => {
    if (isVerifiedByLink) finish();
  });

  const isWorking = isVerifiedByLink || (token !== '' && (verify.isIdle || verify.isPending)) || status === 'loading';
  if (isWorking) {
    return (
      <Center py="xl" role="status" aria-label={t('Verifying')}>
        <Loader />
      </Center>
    );
  }
  if (proven) return <ProvenForOther {...proven} />;
  if (verify.error && toAppError(verify.error).code === 'other_registration') {
    return <VerifyByPassword token={token} onVerified={settle} />;
  }
  return (
    <Stack gap="lg">
      {verify.error && (
        <Alert color="red" role="alert">
          {message(verify.error.message)}
        </Alert>
      )}
      {pending ? (
        <VerifyEmailCard pending={pending} onVerified={finish} />
      ) : (
        <EmptyState
          title={t('Nothing to verify')}
          action={
            <Anchor component={Link} to={paths.auth()} mt="sm">
              {t('Go to login')}
            </Anchor>
          }
        >
          {t('There is no account waiting for its email address to be verified in this browser.')}
        </EmptyState>
      )}
    </Stack>
  );
}

/** Verification of an email address by code or link. */
export function VerifyEmailPage() {
  const { t } = useLanguage();
  const [params] = useSearchParams();
  const isNewAddress = params.get('type') === 'email_change';
  return (
    <NarrowCard>
      <NoIndex />
      <Stack gap="lg" ta="center">
        <PageTitle title={t('Verify your email')} />
        {isNewAddress ? <ConfirmNewEmail token={params.get('token') ?? ''} /> : <VerifyEmailContent />}
      </Stack>
    </NarrowCard>
  );
}
