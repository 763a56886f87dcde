import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { changePasswordFormSchema, firstPasswordFormSchema } from '@domain/registration.ts';
import { NewPasswordField } from '@/shared/form/new-password-field.tsx';
import { PasswordField } from '@/shared/form/password-field.tsx';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useChangePassword } from '../api/change-password.ts';
import { isWrongPassword } from '../api/confirm-password.ts';

type PasswordFormProps = {
  username: string;
  /** Without one, the first is set and none is asked for. */ hasPassword: boolean;
};

const EMPTY = { currentPassword: '', password: '', confirmPassword: '' };

/** Changes the password, or sets the first one of a user who came by a sign-in provider. */
export function PasswordForm({ username, hasPassword }: PasswordFormProps) {
  const { t } = useLanguage();
  const { control, handleSubmit, reset, setError, formState } = useForm({
    defaultValues: EMPTY,
    resolver: zodResolver(hasPassword ? changePasswordFormSchema : firstPasswordFormSchema),
  });
  const { mutateAsync, isPending } = useChangePassword();
  const submit = handleSubmit(
    (values) =>
      void mutateAsync({
        username,
        password: values.password,
        currentPassword: hasPassword ? values.currentPassword : undefined,
      }).then(
        () => {
          reset(EMPTY);
          toast({ title: t('Password changed'), message: t('Your password has been changed') });
        },
        (error: Error) => {
          if (isWrongPassword(error)) {
            setError('currentPassword', { message: msg('Current password is incorrect') }, { shouldFocus: true });
          } else tellFailure(t('Error changing password'), error);
        },
      ),
  );
  return (
    <form onSubmit={submit} noValidate aria-label={hasPassword ? t('Change password') : t('Set a password')}>
      <Stack gap="md">
        {hasPassword && (
          <PasswordField
            control={control}
            name="currentPassword"
            label={t('Current password')}
            autoComplete="current-password"
          />
        )}
        <NewPasswordField control={control} name="password" label={t('New password')} />
        <PasswordField
          control={control}
          name="confirmPassword"
          label={t('Confirm password')}
          autoComplete="new-password"
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!formState.isDirty} loading={isPending}>
            {hasPassword ? t('Change password') : t('Set a password')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
