import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { changeEmailSchema } from '@domain/registration.ts';
import { PasswordField } from '@/shared/form/password-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import { fieldErrorsOf } from '@/shared/errors/field-errors.ts';
import { markFields } from '@/shared/form/mark-fields.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { useChangeEmail } from './change-email.ts';

type EmailChangeFormProps = {
  /** Called when the new address awaits confirmation. */
  onPending: () => void;
  onCancel: () => void;
};

/** Form for the new address, with the password as proof of identity. */
export function EmailChangeForm({ onPending, onCancel }: EmailChangeFormProps) {
  const { t } = useLanguage();
  const form = useForm({
    defaultValues: { email: '', currentPassword: '' },
    resolver: zodResolver(changeEmailSchema),
  });
  const { control, handleSubmit } = form;
  const { mutateAsync, isPending } = useChangeEmail();
  const showFailure = (error: Error) => {
    if (fieldErrorsOf(error).length > 0) markFields(form, error);
    else tellFailure(t('Error'), error);
  };
  const submit = handleSubmit((values) => mutateAsync(values).then(onPending, showFailure));
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
          name="currentPassword"
          label={t('Current password')}
          autoComplete="current-password"
        />
        <DialogFoot>
          <Button variant="default" onClick={onCancel} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('Change email')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
