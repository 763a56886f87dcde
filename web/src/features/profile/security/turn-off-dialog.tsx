import { useState } from 'react';
import { Stack, Text } from '@mantine/core';
import { isRefusal } from '@/shared/errors/app-error.ts';
import { CodeField } from '@/shared/form/code-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useTurnOff } from './change-second-factor.ts';

type TurnOffDialogProps = { opened: boolean; onClose: () => void };

/** Turns two-step sign-in off, which takes a code. */
export function TurnOffDialog({ opened, onClose }: TurnOffDialogProps) {
  const { t } = useLanguage();
  const [code, setCode] = useState('');
  const { mutateAsync, isPending, error, reset } = useTurnOff();
  const handleClose = () => {
    setCode('');
    reset();
    onClose();
  };
  const handleComplete = (typed: string) =>
    void mutateAsync(typed).then(
      () => {
        handleClose();
        toast({ title: t('Two-step sign-in is off') });
      },
      (failure: Error) => {
        if (isRefusal(failure)) setCode('');
      },
    );
  return (
    <FormDialog opened={opened} onClose={handleClose} isPending={isPending} title={t('Turn two-step sign-in off')}>
      <Stack gap="md" align="center" ta="center">
        <Text size="sm">{t('Enter the 6-digit code that your authenticator app shows.')}</Text>
        <CodeField value={code} onChange={setCode} onComplete={handleComplete} isPending={isPending} error={error} />
      </Stack>
    </FormDialog>
  );
}
