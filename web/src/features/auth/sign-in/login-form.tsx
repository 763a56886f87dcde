import { useState } from 'react';
import { Alert, Anchor, Button, Group, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { LoginInput } from '@domain/login.ts';
import { CheckboxField } from '@/shared/form/checkbox-field.tsx';
import { lateResolver } from '@/shared/form/late-resolver.ts';
import { PasswordField } from '@/shared/form/password-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import { toAppError, type AppErrorKind } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { trackConversion } from '@/shared/visit/analytics.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useSignIn } from './use-sign-in.ts';
import { startVerification } from '../verify/start-verification.ts';

const resolver = lateResolver(async () => (await import('./login-resolver.ts')).loginResolver);
const defaultValues: LoginInput = { username: '', password: '', rememberMe: true };

const REFUSED = msg('Invalid username or password. Please try again.');

/** Failures that say nothing about the name or password: they keep their own message. */
const OTHER_CAUSES: readonly AppErrorKind[] = ['offline', 'rate-limit', 'server', 'forbidden'];

/** One message for any wrong name or password. */
function textOfFailure(error: unknown): string {
  const { kind, message } = toAppError(error);
  return OTHER_CAUSES.includes(kind) ? message : REFUSED;
}

type LoginFormProps = { onForgotPassword: () => void };

/** The login tab. The guard of the auth page redirects after success. */
export function LoginForm({ onForgotPassword }: LoginFormProps) {
  const language = useLanguage();
  const { t, message } = language;
  const { control, handleSubmit, formState } = useForm({ resolver, defaultValues });
  const [failure, setFailure] = useState<string | null>(null);
  const signIn = useSignIn();
  const navigate = useNavigate();
  const isSending = formState.isSubmitting || signIn.isPending;

  const submit = handleSubmit((values) => {
    setFailure(null);
    return signIn.mutateAsync(values).then(
      (result) => {
        if (result.status === 'verification') {
          startVerification(result.pending, navigate, language);
          return;
        }
        if (result.status === 'second-step') return;
        trackConversion('login');
        toast({ title: t('Login Successful'), message: t('Welcome back!') });
      },
      (error: unknown) => setFailure(textOfFailure(error)),
    );
  });

  return (
    <form onSubmit={submit} noValidate aria-label={t('Login')}>
      <Stack gap="md">
        {failure !== null && (
          <Alert color="red" role="alert">
            {message(failure)}
          </Alert>
        )}
        <TextField
          control={control}
          name="username"
          label={t('Username or Email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
        />
        <PasswordField
          control={control}
          name="password"
          label={t('Password')}
          autoComplete="current-password"
          size="md"
        />
        <Group justify="space-between" gap="xs">
          <CheckboxField control={control} name="rememberMe" label={t('Remember me')} />
          <Anchor component="button" type="button" size="sm" py="sm" my="-sm" onClick={onForgotPassword}>
            {t('Forgot your password?')}
          </Anchor>
        </Group>
        {/* Mantine's loading state would hide the text. */}
        <Button type="submit" size="md" fullWidth disabled={isSending}>
          {isSending ? t('Signing in...') : t('Sign in')}
        </Button>
      </Stack>
    </form>
  );
}
