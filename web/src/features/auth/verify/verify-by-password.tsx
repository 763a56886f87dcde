import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { loginSchema } from '@domain/login.ts';
import { toAppError } from '@/shared/errors/app-error.ts';
import { PasswordField } from '@/shared/form/password-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useVerifyEmail, type Verified } from './verify-email.ts';

const resolver = zodResolver(loginSchema.pick({ password: true }));

type VerifyByPasswordProps = { token: string; onVerified: (verified: Verified) => void };

/**
 * Asks for the password of a registration whose link was opened in another browser. Somebody who registered the address with
 * a password of their own would otherwise get an account that its reader has verified.
 */
export function VerifyByPassword({ token, onVerified }: VerifyByPasswordProps) {
  const { t, message, rich } = useLanguage();
  const { control, handleSubmit } = useForm({ resolver, defaultValues: { password: '' } });
  const { mutateAsync, isPending, error } = useVerifyEmail();
  const submit = handleSubmit(({ password }) => mutateAsync({ token, password }).then(onVerified, () => undefined));
  return (
    <form onSubmit={submit} noValidate aria-label={t('Verify your email')}>
      <Stack gap="md" ta="start">
        {error && (
          <Alert color="red" role="alert">
            {toAppError(error).status === 401
              ? rich(
                  'This is not the password of this account. If somebody else registered your address, {register} to replace their account.',
                  {
                    register: (
                      <Anchor
                        component={Link}
                        to={paths.auth({ tab: 'register' })}
                        c="inherit"
                        inherit
                        underline="always"
                      >
                        {t('register again')}
                      </Anchor>
                    ),
                  },
                )
              : message(error.message)}
          </Alert>
        )}
        <Text>{t('To show that this account is yours, enter the password that you chose when you registered.')}</Text>
        <PasswordField
          control={control}
          name="password"
          label={t('Password')}
          autoComplete="current-password"
          size="md"
        />
        <Button type="submit" size="md" fullWidth disabled={isPending}>
          {isPending ? t('Verifying') : t('Verify email')}
        </Button>
      </Stack>
    </form>
  );
}
