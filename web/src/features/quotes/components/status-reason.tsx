import { Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Quote } from '../quote.ts';
import { reasonText } from '../reason-text.ts';
import classes from './quote-status.module.css';

/** Why a quote has its status, as the one who decided put it; nothing without a reason. */
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
