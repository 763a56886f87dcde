import { useState } from 'react';
import { Text } from '@mantine/core';
import { CANCEL_REASON_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useCancelDeal } from './cancel-deal.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { tellReasoned } from './tell-reasoned.ts';

type CancelDealDialogProps = { quote: Pick<Quote, 'id'>; opened: boolean; onClose: () => void };

/** Asks for the required reason for cancelling a deal. The text survives closing. */
export function CancelDealDialog({ quote, opened, onClose }: CancelDealDialogProps) {
  const { t } = useLanguage();
  const { mutateAsync } = useCancelDeal();
  const [text, setText] = useState('');
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('Cancel this deal?')}
      label={t('Reason')}
      requiredText={t('Please say why')}
      description={t('The other party reads it.')}
      maxLength={CANCEL_REASON_MAX}
      initial={text}
      onType={setText}
      confirmLabel={t('Cancel the deal')}
      keepLabel={t('Keep the deal')}
      isDestructive
      onConfirm={(reason) =>
        tellReasoned(mutateAsync({ quoteId: quote.id, reason }), {
          done: t('Deal cancelled'),
          failed: t('Error cancelling deal'),
        })
      }
    >
      <Text size="sm">{t('The quote was accepted. Cancelling the deal cannot be undone.')}</Text>
    </ReasonDialog>
  );
}
