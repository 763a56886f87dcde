import { Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Quote } from '../quote.ts';
import classes from './quote-status.module.css';

/** Why a quote has its status, as the one who decided put it; nothing without a reason. */
export function StatusReason({ quote }: { quote: Pick<Quote, 'statusReason'> }) {
  const { t, message } = useLanguage();
  return (
    quote.statusReason && (
      <Text size="sm" className={classes.reason}>
        <Text span inherit c="dimmed">
          {t('Reason:')}
        </Text>{' '}
        {message(quote.statusReason)}
      </Text>
    )
  );
}
