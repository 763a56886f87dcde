import { Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { reasonText } from '../facts/reason-text.ts';
import classes from './quote-status-badge.module.css';

/** The reason for a quote's status, as its author put it; renders nothing without one. */
export function StatusReason({ quote }: { quote: Pick<Quote, 'statusReason'> }) {
  const language = useLanguage();
  return (
    quote.statusReason && (
      <Text size="sm" className={classes.reason}>
        <Text span inherit c="dimmed">
          {language.t('Reason:')}
        </Text>{' '}
        {reasonText(quote.statusReason, language)}
      </Text>
    )
  );
}
