import { useState, type ReactNode } from 'react';
import { Button, Group, Modal, Text } from '@mantine/core';
import '@mantine/core/styles/Modal.css';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useLayer } from './use-layer.ts';

type ConfirmDialogProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDestructive?: boolean;
  /** What the question depends on is still loading or failed to load, so it cannot be confirmed. */
  isHeld?: boolean;
  /** See `useLayer`. */
  closesOnBack?: boolean;
  /** Called on confirmation. While its promise is pending the button shows a loader; then the dialog closes. */
  onConfirm: () => void | Promise<unknown>;
};

/** Asks for confirmation. Cancel has the focus; the other button shows a loader while the work is pending. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel,
  isDestructive = false,
  isHeld = false,
  closesOnBack,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useLanguage();
  const [isPending, setIsPending] = useState(false);
  const handleConfirm = async () => {
    setIsPending(true);
    try {
      await onConfirm();
    } finally {
      setIsPending(false);
      onClose();
    }
  };
  const handleClose = useLayer(opened, isPending ? () => undefined : onClose, { closesOnBack });
  return (
    <Modal opened={opened} onClose={handleClose} title={title} size="sm" centered>
      <Text size="sm" component="div">
        {children}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
          {cancelLabel ?? t('Cancel')}
        </Button>
        <Button color={isDestructive ? 'red' : undefined} loading={isPending} disabled={isHeld} onClick={handleConfirm}>
          {confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
