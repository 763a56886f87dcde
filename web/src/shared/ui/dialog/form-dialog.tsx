import { useState, type ReactNode } from 'react';
import { Modal, type ModalProps } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import { useBelow } from '@/shared/ui/use-below.ts';
import { HoldDialog } from './use-hold-dialog.ts';
import { useLayer } from './use-layer.ts';
import classes from './form-dialog.module.css';

type FormDialogProps = Pick<ModalProps, 'opened' | 'title' | 'size' | 'onExitTransitionEnd'> & {
  onClose: () => void;
  /** A pending dialog cannot be closed; a form inside reports it with `useHoldDialog`. */
  isPending?: boolean;
  /** The text survives closing, so a click outside can close the dialog. */
  keepsDraft?: boolean;
  children: ReactNode;
};

/** A dialog with a form: full-screen on phones. A click outside, easily a slip, does not discard the text. */
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
      classNames={{ content: classes.content }}
    >
      <HoldDialog value={setIsHeld}>{children}</HoldDialog>
    </Modal>
  );
}
