import { useState, type ComponentProps } from 'react';
import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import type { BulkInput } from '@/shared/backend/in-parts.ts';
import { useSendOnce } from '@/shared/form/send-once.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type BulkReasonDialogProps<Answer> = Omit<ComponentProps<typeof ReasonDialog>, 'onConfirm'> & {
  ids: readonly number[];
  action: { mutateAsync: (input: BulkInput) => Promise<Answer>; isPending: boolean };
  doneText: NonNullable<Parameters<typeof tellOutcome<Answer>>[1]['done']>;
  onDone?: () => void;
};

/** Asks for the reason of a bulk action, and shows how far it has got. */
export function BulkReasonDialog<Answer>({
  ids,
  action,
  doneText,
  onDone,
  children,
  ...dialog
}: BulkReasonDialogProps<Answer>) {
  const { t } = useLanguage();
  const [done, setDone] = useState(0);
  const sendOnce = useSendOnce();
  const handleConfirm = async (reason: string) => {
    const work = sendOnce({ ids, reason }, (clientId) =>
      action.mutateAsync({ ids, reason, clientId, onProgress: setDone }),
    );
    const isDone = await tellOutcome(work, { done: doneText });
    if (isDone) onDone?.();
    return isDone;
  };
  return (
    <ReasonDialog {...dialog} onConfirm={handleConfirm}>
      {children}
      {action.isPending && ids.length > done && done > 0 && (
        <Progress value={(done / ids.length) * 100} aria-label={t('Progress')} />
      )}
    </ReasonDialog>
  );
}
