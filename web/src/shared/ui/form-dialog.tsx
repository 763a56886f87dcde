import type { ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useLayer } from './use-layer.ts';

type FormDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** While its work is pending a dialog cannot be closed. */
  isPending?: boolean;
  children: ReactNode;
};

/** A dialog to type into: full-screen on phones, and a click beside it, easily a slip, does not throw away what was typed. */
export function FormDialog({ opened, onClose, title, isPending = false, children }: FormDialogProps) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)');
  const handleClose = useLayer(opened, isPending ? () => undefined : onClose);
  return (
    <Modal
      opened={opened}
      onClose={handleClose}
      title={title}
      centered
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      {children}
    </Modal>
  );
}
