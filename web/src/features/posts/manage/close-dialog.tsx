import { useState } from 'react';
import { Button, Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { CLOSED_REASON_LABELS } from '@domain/requirement-options.ts';
import { CLOSED_REASONS, type ClosedReason } from '@domain/requirements.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useClosePost } from './close-post.ts';

type CloseDialogProps = { postId: number; opened: boolean; onClose: () => void };

/** Asks for the reason, then closes a request. */
export function CloseDialog({ postId, opened, onClose }: CloseDialogProps) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useClosePost();
  const [reason, setReason] = useState<ClosedReason | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const handleConfirm = async () => {
    setIsMissing(reason === null);
    if (reason === null) return;
    const isClosed = await tellOutcome(mutateAsync({ id: postId, reason }), {
      done: t('Request closed'),
      failed: t('Error closing request'),
    });
    if (isClosed) onClose();
  };
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('Close request')} isPending={isPending}>
      <Stack gap="md">
        <Text size="sm">
          {t(
            'No more quotes can be sent, and suppliers whose quote you have not decided on are told. The request stays where it is, marked as closed, and you can open it again.',
          )}
        </Text>
        <Radio.Group
          label={t('Why do you close it?')}
          value={reason}
          onChange={(value) => {
            setReason(CLOSED_REASONS.find((each) => each === value) ?? null);
            setIsMissing(false);
          }}
          error={isMissing && t('Please choose a reason')}
          withAsterisk
        >
          <Stack gap="sm" mt="xs">
            {CLOSED_REASONS.map((each) => (
              <Radio key={each} value={each} label={t(CLOSED_REASON_LABELS[each])} />
            ))}
          </Stack>
        </Radio.Group>
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button loading={isPending} onClick={() => void handleConfirm()}>
            {t('Close request')}
          </Button>
        </DialogFoot>
      </Stack>
    </FormDialog>
  );
}
