import { useState } from 'react';
import { Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { DECLINE_REASONS, declineReason, type DeclineReason } from '@domain/quote-status.ts';
import { QUOTE_REASON_MAX } from '@domain/limits.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ReasonDialog } from '@/shared/ui/dialog/reason-dialog.tsx';
import { useDeclineQuote } from './decline-quote.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { reasonText } from '../facts/reason-text.ts';
import { tellReasoned } from './tell-reasoned.ts';

type DeclineDialogProps = { quote: Pick<Quote, 'id' | 'supplier'>; opened: boolean; onClose: () => void };

/** Asks for an optional reason for declining: one of the list, free text, or both. The input survives closing. */
export function DeclineDialog({ quote, opened, onClose }: DeclineDialogProps) {
  const language = useLanguage();
  const { t, rich } = language;
  const { mutateAsync } = useDeclineQuote();
  const [chosen, setChosen] = useState<DeclineReason | null>(null);
  const [text, setText] = useState('');
  const reason = declineReason(chosen, text);
  const { username } = quote.supplier;
  const handleConfirm = async () => {
    const outcome = await tellReasoned(mutateAsync({ quoteId: quote.id, reason }), {
      done: t('Quote declined'),
      failed: t('Error declining quote'),
    });
    if (outcome === true) {
      setChosen(null);
      setText('');
    }
    return outcome;
  };
  return (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title={t('Decline this quote')}
      label={t('In your own words (optional)')}
      maxLength={QUOTE_REASON_MAX}
      initial={text}
      onType={setText}
      confirmLabel={t('Decline quote')}
      isDestructive
      onConfirm={handleConfirm}
    >
      <Radio.Group
        label={t('Reason (optional)')}
        value={chosen ?? ''}
        onChange={(value) => setChosen(DECLINE_REASONS.find((each) => each === value) ?? null)}
      >
        <Stack gap="xs" mt={6}>
          {['', ...DECLINE_REASONS].map((value) => (
            <Radio
              key={value}
              value={value}
              label={value ? t(value) : t('None of these')}
              data-autofocus={value === (chosen ?? '') || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {rich(reason ? '{username} reads:' : '{username} hears that the quote was declined, without a reason.', {
          username: <bdi>{username}</bdi>,
        })}{' '}
        {reason && (
          <Text span inherit c="bright" style={{ overflowWrap: 'anywhere' }}>
            {reasonText(reason, language)}
          </Text>
        )}
      </Text>
    </ReasonDialog>
  );
}
