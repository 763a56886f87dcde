import { useEffect, useRef } from 'react';
import { Center, Loader, Stack, Text } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInWithProvider } from '@/features/auth/sign-in/sign-in-with-provider.ts';
import { storeProviderOrigin } from '@/features/auth/sign-in/provider-origin.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { useDocumentTitle } from '@/shared/ui/page-title.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';

/** Redirects to the external identity provider, or back to the auth page if there is none. */
export function AuthProviderPage() {
  const { t } = useLanguage();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const hasStarted = useRef(false);
  const from = params.get('from');
  useDocumentTitle(t('Sign in'));

  useEffect(() => {
    // A second redirect would start a second sign-in at the provider.
    if (hasStarted.current) return;
    hasStarted.current = true;
    storeProviderOrigin(from);
    const goBack = (message: string) => {
      toast({ title: t('Error'), message, kind: 'destructive' });
      void navigate(paths.auth(), { replace: true, state: from ? { from } : null });
    };
    signInWithProvider('google').then(
      (hasLeft) => {
        if (!hasLeft) goBack(t('This sign-in method is not available'));
      },
      () => goBack(t('This sign-in method is not available')),
    );
  }, [from, navigate, t]);

  return (
    <Center mih="50vh" data-stand-in>
      <NoIndex />
      <Stack align="center" role="status">
        <Loader />
        <Text c="dimmed">{t('Taking you to the sign-in page')}</Text>
      </Stack>
    </Center>
  );
}
