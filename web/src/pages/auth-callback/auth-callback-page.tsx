import { useEffect, useRef } from 'react';
import { Center, Loader } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { takeProviderOrigin } from '@/features/auth/provider-origin.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { trackConversion } from '@/shared/visit/analytics.ts';
import { authRedirect } from '@/shared/session/auth-redirect.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { useDocumentTitle } from '@/shared/ui/page-title.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

/** Where the external identity provider sends people back to. */
export function AuthCallbackPage() {
  const { t } = useLanguage();
  const { status } = useCurrentUser();
  const navigate = useNavigate();
  const isDone = useRef(false);
  useDocumentTitle(t('Sign in'));

  useEffect(() => {
    if (status === 'loading' || isDone.current) return;
    isDone.current = true;
    const destination = takeProviderOrigin();
    if (status === 'user') {
      trackConversion('login');
      toast({ title: t('Login Successful'), message: t('Welcome back!') });
      void navigate(destination, { replace: true });
      return;
    }
    toast({ title: t('Error'), message: authRedirect.error || t('Login failed'), kind: 'destructive' });
    void navigate(paths.auth(), { replace: true });
  }, [status, navigate, t]);

  return (
    <Center mih="50vh" role="status" data-stand-in aria-label={t('Loading')}>
      <NoIndex />
      <Loader />
    </Center>
  );
}
