import { useEffect, useRef } from 'react';
import { Center, Loader } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useFinishProviderSignIn } from '@/features/auth/sign-in/finish-provider-sign-in.ts';
import { takeProviderOrigin } from '@/features/auth/sign-in/provider-origin.ts';
import { isRefusal, toAppError } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { trackConversion } from '@/shared/visit/analytics.ts';
import { paths } from '@/shared/paths.ts';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { useDocumentTitle } from '@/shared/ui/page-title.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

/** Return page of the external identity provider; the only URL that can sign a user in. */
export function AuthCallbackPage() {
  const { t } = useLanguage();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { mutateAsync } = useFinishProviderSignIn();
  const hasStarted = useRef(false);
  const code = params.get('code');
  useDocumentTitle(t('Sign in'));

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const destination = takeProviderOrigin();
    const fail = (message: string) => {
      toast({ title: t('Error'), message, kind: 'destructive' });
      void navigate(paths.auth(), { replace: true });
    };
    // The reason in the URL is not shown, because anyone could put text into such a link.
    if (code === null) return fail(t('Login failed'));
    mutateAsync(code).then(
      () => {
        trackConversion('login');
        toast({ title: t('Login Successful'), message: t('Welcome back!') });
        void navigate(destination, { replace: true });
      },
      (error) => fail(isRefusal(error) ? t('Login failed') : toAppError(error).message),
    );
  }, [code, mutateAsync, navigate, t]);

  return (
    <Center mih="50vh" role="status" data-stand-in aria-label={t('Loading')}>
      <NoIndex />
      <Loader />
    </Center>
  );
}
