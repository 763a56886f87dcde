import { useState, type ReactNode } from 'react';
import { Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { isRefusal } from '@/shared/errors/app-error.ts';
import { CodeField } from '@/shared/form/code-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';

type CodeDialogProps<Result> = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** Receives the code. */
  change: UseMutationResult<Result, Error, string>;
  onDone: (result: Result) => void;
  children?: ReactNode;
};

/** Changes two-step sign-in, which takes a code. */
export function CodeDialog<Result>({ opened, onClose, title, change, onDone, children }: CodeDialogProps<Result>) {
  const { t } = useLanguage();
  const [code, setCode] = useState('');
  const { mutateAsync, isPending, error, reset } = change;
  const handleClose = () => {
    setCode('');
    reset();
    onClose();
  };
  const handleComplete = (typed: string) =>
    void mutateAsync(typed).then(
      (result) => {
        handleClose();
        onDone(result);
      },
      (failure: Error) => {
        if (isRefusal(failure)) setCode('');
      },
    );
  return (
    <FormDialog opened={opened} onClose={handleClose} isPending={isPending} title={title}>
      <Stack gap="md" align="center" ta="center">
        {children && <Text size="sm">{children}</Text>}
        <Text size="sm">{t('Enter the 6-digit code that your authenticator app shows.')}</Text>
        <CodeField value={code} onChange={setCode} onComplete={handleComplete} isPending={isPending} error={error} />
      </Stack>
    </FormDialog>
  );
}
