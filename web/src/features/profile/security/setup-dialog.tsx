import { useState } from 'react';
import { Code, Image, PasswordInput, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Code.css';
import '@mantine/core/styles/Image.css';
import '@mantine/core/styles/PasswordInput.css';
import { isRefusal } from '@/shared/errors/app-error.ts';
import { fieldErrorsOf } from '@/shared/errors/field-errors.ts';
import { CodeField } from '@/shared/form/code-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useTurnOn, type Setup } from './change-second-factor.ts';

type SetupDialogProps = {
  setup: Setup;
  opened: boolean;
  onClose: () => void;
  onCodes: (codes: string[]) => void;
};

/** Sets up an authenticator app: its key as an image and a text, the password, and the first code. */
export function SetupDialog({ setup, opened, onClose, onCodes }: SetupDialogProps) {
  const { t, message } = useLanguage();
  const [code, setCode] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const { mutateAsync, isPending, error } = useTurnOn();
  const wrongPassword = error ? fieldErrorsOf(error).find(({ path }) => path === 'currentPassword') : undefined;
  const handleComplete = (typed: string) =>
    void mutateAsync({
      factorId: setup.factorId,
      code: typed,
      currentPassword,
    }).then(
      (codes) => {
        onClose();
        onCodes(codes);
      },
      (failure: Error) => {
        if (isRefusal(failure)) setCode('');
      },
    );
  return (
    <FormDialog opened={opened} onClose={onClose} isPending={isPending} title={t('Two-step sign-in')}>
      <Stack gap="md" align="center" ta="center">
        <Text size="sm">{t('Scan this image with your authenticator app, or type the key into it:')}</Text>
        <Image src={setup.image} alt={t('QR code')} w={220} h={220} bg="white" radius="sm" />
        <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Code>
        <PasswordInput
          label={t('Current password')}
          autoComplete="current-password"
          value={currentPassword}
          onChange={(event) => setCurrentPassword(event.currentTarget.value)}
          error={wrongPassword && message(wrongPassword.message)}
          readOnly={isPending}
          w="100%"
          ta="start"
        />
        <Text size="sm">{t('Enter the 6-digit code that your authenticator app shows.')}</Text>
        <CodeField
          value={code}
          onChange={setCode}
          onComplete={handleComplete}
          isPending={isPending}
          error={wrongPassword ? null : error}
        />
      </Stack>
    </FormDialog>
  );
}
