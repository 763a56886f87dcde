import { useState } from 'react';
import { Alert, Button, Center, Loader, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { LINK_REFUSED } from '@domain/reset-link.ts';
import { resetLinkQueryOptions } from '@/features/auth/reset/check-reset-link.ts';
import { ForgotPasswordDialog } from '@/features/auth/reset/forgot-password-dialog.tsx';
import { ResetPasswordForm } from '@/features/auth/reset/reset-password-form.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { NarrowCard } from '@/shared/ui/narrow-card.tsx';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

function InvalidLink() {
  const { t, message } = useLanguage();
  const [isForgotOpen, forgot] = useDisclosure(false);
  return (
    <Stack gap="md">
      <Alert color="red" role="alert">
        {message(LINK_REFUSED)}
      </Alert>
      <Button onClick={forgot.open}>{t('Request a new link')}</Button>
      <ForgotPasswordDialog opened={isForgotOpen} onClose={forgot.close} />
    </Stack>
  );
}

function ResetPasswordContent() {
  const { t } = useLanguage();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const [outcome, setOutcome] = useState<'open' | 'reset' | 'refused'>('open');
  const link = useQuery(resetLinkQueryOptions(token));
  if (outcome === 'reset') {
    return (
      <Stack gap="md">
        <Alert color="teal" role="status">
          {t('Your password has been reset. You can now sign in.')}
        </Alert>
        <Button component={Link} to={paths.auth()}>
          {t('Go to login')}
        </Button>
      </Stack>
    );
  }
  if (link.isPending) {
    return (
      <Center py="xl" role="status" aria-label={t('Checking the link')}>
        <Loader />
      </Center>
    );
  }
  if (link.isError) {
    return (
      <ErrorState
        title={t('Failed to check the link')}
        message={link.error.message}
        onRetry={() => void link.refetch()}
      />
    );
  }
  if (!link.data || outcome === 'refused') return <InvalidLink />;
  return (
    <ResetPasswordForm token={token} onReset={() => setOutcome('reset')} onLinkRefused={() => setOutcome('refused')} />
  );
}

/** Sets a new password with the link from the reset mail. */
export function ResetPasswordPage() {
  const { t } = useLanguage();
  return (
    <NarrowCard>
      <NoIndex />
      <Stack gap="lg">
        <PageTitle title={t('Reset password')} />
        <ResetPasswordContent />
      </Stack>
    </NarrowCard>
  );
}
