import { useState, type ReactNode } from 'react';
import { Modal, type ModalProps } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import { useBelow } from '@/shared/ui/use-below.ts';
import { HoldDialog } from './use-hold-dialog.ts';
import { useLayer } from './use-layer.ts';

type FormDialogProps = Pick<ModalProps, 'opened' | 'title' | 'size' | 'onExitTransitionEnd'> & {
  onClose: () => void;
  /** While its work is pending a dialog cannot be closed; a form inside says so by `useHoldDialog`. */
  isPending?: boolean;
  /** The typed text survives closing, so a click beside the dialog may close it. */
  keepsDraft?: boolean;
  children: ReactNode;
};

/** A dialog to type into: full-screen on phones, and a click beside it, easily a slip, does not throw away what was typed. */
export function FormDialog({
  opened,
  onClose,
  isPending = false,
  keepsDraft = false,
  children,
  ...rest
}: FormDialogProps) {
  const isNarrow = useBelow('sm');
  const [isHeld, setIsHeld] = useState(false);
  const handleClose = useLayer(opened, isPending || isHeld ? () => undefined : onClose);
  return (
    <Modal
      {...rest}
      opened={opened}
      onClose={handleClose}
      centered
      fullScreen={isNarrow}
      closeOnClickOutside={keepsDraft}
    >
      <HoldDialog value={setIsHeld}>{children}</HoldDialog>
    </Modal>
  );
}
