import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { changeEmailFormSchema } from '@domain/registration.ts';
import { PasswordField } from '@/shared/form/password-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import { AppError } from '@/shared/errors/app-error.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useChangeEmail } from '../api/change-email.ts';
import { isWrongPassword } from '../api/confirm-password.ts';

type EmailChangeFormProps = {
  user: CurrentUser;
  /** The address was taken at once. */
  onChanged: () => void;
  /** The address waits for its confirmation. */
  onPending: () => void;
  onCancel: () => void;
};

/** The new address and, as proof of who asks, the password. */
export function EmailChangeForm({ user, onChanged, onPending, onCancel }: EmailChangeFormProps) {
  const { t } = useLanguage();
  const { control, handleSubmit, setError } = useForm({
    defaultValues: { email: '', password: '' },
    resolver: zodResolver(changeEmailFormSchema),
  });
  const { mutateAsync, isPending } = useChangeEmail();
  const showFailure = (error: Error) => {
    if (isWrongPassword(error))
      setError('password', { message: msg('Current password is incorrect') }, { shouldFocus: true });
    else if (error instanceof AppError && error.code === 'email_exists') {
      setError('email', { message: msg('This email is already registered') }, { shouldFocus: true });
    } else tellFailure(t('Error'), error);
  };
  const submit = handleSubmit(
    (values) =>
      void mutateAsync({ ...values, username: user.username }).then((result) => {
        if (result.isPending) {
          onPending();
          return;
        }
        toast({ title: t('Email changed'), message: t('Your email address has been changed') });
        onChanged();
      }, showFailure),
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t('Change email')}>
      <Stack gap="md">
        <TextField
          control={control}
          name="email"
          label={t('New email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          data-autofocus
        />
        <PasswordField
          control={control}
          name="password"
          label={t('Current password')}
          autoComplete="current-password"
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('Change email')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
