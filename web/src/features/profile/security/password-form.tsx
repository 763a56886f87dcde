import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { changePasswordFormSchema } from '@domain/registration.ts';
import { fieldErrorsOf } from '@/shared/errors/field-errors.ts';
import { markFields } from '@/shared/form/mark-fields.ts';
import { NewPasswordField } from '@/shared/form/new-password-field.tsx';
import { PasswordField } from '@/shared/form/password-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useChangePassword } from './change-password.ts';

const EMPTY = { currentPassword: '', password: '', confirmPassword: '' };

/** Changes the password. */
export function PasswordForm() {
  const { t } = useLanguage();
  const form = useForm({
    defaultValues: EMPTY,
    resolver: zodResolver(changePasswordFormSchema),
  });
  const { control, handleSubmit, reset, formState } = form;
  const { mutateAsync, isPending } = useChangePassword();
  const submit = handleSubmit((values) =>
    mutateAsync({
      newPassword: values.password,
      currentPassword: values.currentPassword,
    }).then(
      () => {
        reset(EMPTY);
        toast({ title: t('Password changed'), message: t('Your password has been changed') });
      },
      (error: Error) => {
        if (fieldErrorsOf(error).some(({ path }) => path === 'currentPassword')) markFields(form, error);
        else tellFailure(t('Error changing password'), error);
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate aria-label={t('Change password')}>
      <Stack gap="md">
        <PasswordField
          control={control}
          name="currentPassword"
          label={t('Current password')}
          autoComplete="current-password"
        />
        <NewPasswordField control={control} name="password" label={t('New password')} />
        <PasswordField
          control={control}
          name="confirmPassword"
          label={t('Confirm password')}
          autoComplete="new-password"
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!formState.isDirty} loading={isPending}>
            {t('Change password')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
