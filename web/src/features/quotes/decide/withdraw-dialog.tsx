import { useState } from 'react';
import { Text } from '@mantine/core';
import { QUOTE_REASON_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useWithdrawQuote } from './withdraw-quote.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { tellReasoned } from './tell-reasoned.ts';

type WithdrawDialogProps = { quote: Pick<Quote, 'id'>; opened: boolean; onClose: () => void };

/** Asks before withdrawing a quote, with an optional reason that survives closing. */
export function WithdrawDialog({ quote, opened, onClose }: WithdrawDialogProps) {
  const { t } = useLanguage();
  const { mutateAsync } = useWithdrawQuote();
  const [text, setText] = useState('');
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('Withdraw this quote?')}
      label={t('Reason (optional)')}
      description={t('The owner of the request reads it.')}
      maxLength={QUOTE_REASON_MAX}
      initial={text}
      onType={setText}
      confirmLabel={t('Withdraw quote')}
      isDestructive
      onConfirm={(reason) =>
        tellReasoned(mutateAsync({ quoteId: quote.id, reason }), {
          done: t('Quote withdrawn'),
          failed: t('Error withdrawing quote'),
        })
      }
    >
      <Text size="sm">
        {t(
          'This cannot be undone, and its conversation is closed. You can quote this request again five days after you sent this quote, as before.',
        )}
      </Text>
    </ReasonDialog>
  );
}
