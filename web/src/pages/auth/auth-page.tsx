import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useDisclosure } from '@mantine/hooks';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { LoginForm } from '@/features/auth/sign-in/login-form.tsx';
import { ProviderLink } from '@/features/auth/sign-in/provider-link.tsx';
import { RegisterForm } from '@/features/auth/register/register-form.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { paths, type AuthTab } from '@/shared/paths.ts';
import { destinationAfterSignIn } from '@/shared/session/sign-in-origin.ts';
import { NarrowCard } from '@/shared/ui/narrow-card.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { SignInReason } from './sign-in-reason.tsx';

const ForgotPasswordDialog = lazyPart(
  async () => (await import('@/features/auth/reset/forgot-password-dialog.tsx')).ForgotPasswordDialog,
);

/** Login and registration; `?tab=register` opens the register tab. */
export function AuthPage() {
  const { t } = useLanguage();
  const [params] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const [isForgotOpen, forgot] = useDisclosure(false);
  const tab: AuthTab = params.get('tab') === 'register' ? 'register' : 'login';
  const handleTab = (value: string | null) =>
    void navigate(paths.auth({ tab: value === 'register' ? 'register' : 'login' }), {
      state: location.state,
      preventScrollReset: true,
    });
  const provider = <ProviderLink destination={destinationAfterSignIn(location.state)} />;
  return (
    <NarrowCard>
      <PageTitle
        title={tab === 'login' ? t('Welcome back') : t('Create your account')}
        tabTitle={tab === 'login' ? t('Login') : t('Register')}
      >
        {t('Business for everyone: publish requests, receive quotes.')}
      </PageTitle>
      <SignInReason state={location.state} isRegister={tab === 'register'} />
      <Tabs value={tab} onChange={handleTab} mt="lg" keepMounted={false}>
        <Tabs.List grow mb="lg">
          <Tabs.Tab value="login">{t('Login')}</Tabs.Tab>
          <Tabs.Tab value="register">{t('Register')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="login">
          <LoginForm onForgotPassword={forgot.open} />
          {provider}
        </Tabs.Panel>
        <Tabs.Panel value="register">
          <RegisterForm />
          {provider}
        </Tabs.Panel>
      </Tabs>
      <LazyDialog opened={isForgotOpen}>
        {(opened) => <ForgotPasswordDialog opened={opened} onClose={forgot.close} />}
      </LazyDialog>
    </NarrowCard>
  );
}
