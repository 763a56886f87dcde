import { Alert, Button, Stack } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { LINK_REFUSED } from '@domain/reset-link.ts';
import { resetPasswordFormSchema } from '@domain/registration.ts';
import { NewPasswordField } from '@/shared/form/new-password-field.tsx';
import { PasswordField } from '@/shared/form/password-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useResetPassword } from './reset-password.ts';

const defaultValues: z.input<typeof resetPasswordFormSchema> = { password: '', confirmPassword: '' };

type ResetPasswordFormProps = { token: string; onReset: () => void; onLinkRefused: () => void };

/** Asks for the new password of a user with a reset link. */
export function ResetPasswordForm({ token, onReset, onLinkRefused }: ResetPasswordFormProps) {
  const { t, message } = useLanguage();
  const { control, handleSubmit } = useForm({ resolver: zodResolver(resetPasswordFormSchema), defaultValues });
  const reset = useResetPassword();
  const submit = handleSubmit(({ password }) =>
    reset.mutateAsync({ token, password }).then(onReset, (error: Error) => {
      if (error.message === LINK_REFUSED) onLinkRefused();
    }),
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t('Reset password')}>
      <Stack gap="md">
        {reset.error && (
          <Alert color="red" role="alert">
            {message(reset.error.message)}
          </Alert>
        )}
        <NewPasswordField control={control} name="password" label={t('New password')} size="md" />
        <PasswordField
          control={control}
          name="confirmPassword"
          label={t('Confirm password')}
          autoComplete="new-password"
          size="md"
        />
        <Button type="submit" size="md" fullWidth disabled={reset.isPending}>
          {reset.isPending ? t('Resetting...') : t('Reset password')}
        </Button>
      </Stack>
    </form>
  );
}
