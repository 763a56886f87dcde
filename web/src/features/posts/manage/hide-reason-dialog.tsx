import { useState } from 'react';
import { Button, Stack, Textarea } from '@mantine/core';
import { HIDE_REASON_MAX } from '@domain/limits.ts';
import { lengthProps } from '@/shared/form/text-length.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';

type HideReasonDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Whether the viewer owns the post. */
  isOwn: boolean;
  /** Resolves to whether the post is hidden; if not, the dialog stays open with its text. */
  onHide: (reason?: string) => Promise<boolean>;
};

/** Asks for an optional reason for hiding a post. */
export function HideReasonDialog({ opened, onClose, isOwn, onHide }: HideReasonDialogProps) {
  const language = useLanguage();
  const { t } = language;
  const [reason, setReason] = useState('');
  const [isPending, setIsPending] = useState(false);
  const length = lengthProps(reason, { limit: HIDE_REASON_MAX }, language);
  const handleHide = async () => {
    setIsPending(true);
    const isHidden = await onHide(reason.trim() || undefined);
    setIsPending(false);
    if (!isHidden) return;
    setReason('');
    onClose();
  };
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('Hide post')} isPending={isPending}>
      <Stack>
        <Textarea
          {...length}
          label={t('Reason (optional)')}
          description={
            isOwn
              ? t('Shown on the post, which only you and admins can see while it is hidden.')
              : t('Shown on the post to its owner.')
          }
          maxLength={HIDE_REASON_MAX}
          autosize
          minRows={3}
          value={reason}
          readOnly={isPending}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button
            color="orange.9"
            loading={isPending}
            disabled={length.error !== undefined}
            onClick={() => void handleHide()}
          >
            {t('Hide')}
          </Button>
        </DialogFoot>
      </Stack>
    </FormDialog>
  );
}
