import type { ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

type LeaveDialogProps = { opened: boolean; onClose: () => void; onLeave: () => void; children: ReactNode };

/** Asks whether changes that are not saved may be lost. */
export function LeaveDialog({ opened, onClose, onLeave, children }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="You have unsaved changes"
      cancelLabel="Stay"
      confirmLabel="Leave"
      isDestructive
      onConfirm={onLeave}
    >
      {children}
    </ConfirmDialog>
  );
}
