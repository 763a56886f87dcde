import type { ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type LeaveDialogProps = {
  opened: boolean;
  onClose: () => void;
  onLeave: () => void;
  /** See `useLayer`. */
  closesOnBack?: boolean;
  children: ReactNode;
};

/** Asks whether to discard unsaved changes. */
export function LeaveDialog({ opened, onClose, onLeave, closesOnBack, children }: LeaveDialogProps) {
  const { t } = useLanguage();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('You have unsaved changes')}
      cancelLabel={t('Stay')}
      confirmLabel={t('Leave')}
      isDestructive
      closesOnBack={closesOnBack}
      onConfirm={onLeave}
    >
      {children}
    </ConfirmDialog>
  );
}
