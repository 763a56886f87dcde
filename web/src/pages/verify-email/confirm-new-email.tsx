import { useEffect, useRef } from 'react';
import { Alert, Button, Center, Loader, Stack } from '@mantine/core';
import { Link, useNavigate } from 'react-router-dom';
import { useConfirmEmail } from '@/features/profile/email/confirm-email.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { ProvenForOther } from './proven-for-other.tsx';

/** Confirms a new email address with the link from the mail sent there. */
export function ConfirmNewEmail({ token }: { token: string }) {
  const { t, message } = useLanguage();
  const navigate = useNavigate();
  const { mutate, data, error } = useConfirmEmail(({ session }) => {
    if (!session) return;
    toast({ title: t('Email changed'), message: t('Your email address has been changed') });
    void navigate(paths.profile, { replace: true });
  });
  const hasAsked = useRef(false);
  useEffect(() => {
    if (hasAsked.current) return;
    hasAsked.current = true;
    mutate({ token });
  }, [mutate, token]);
  if (data && !data.session) return <ProvenForOther {...data} />;
  if (!error) {
    return (
      <Center py="xl" role="status" aria-label={t('Verifying')}>
        <Loader />
      </Center>
    );
  }
  return (
    <Stack gap="md">
      <Alert color="red" role="alert">
        {message(error.message)}
      </Alert>
      <Button component={Link} to={paths.profile} variant="default">
        {t('Back to your profile')}
      </Button>
    </Stack>
  );
}
