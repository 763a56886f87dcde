import { Alert, Anchor, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { quoteWaitText } from '../quote-failure.ts';
import { paths } from '@/shared/paths.ts';

type QuoteWaitNoticeProps = {
  /** Of the notice, for the button that it explains. */
  id: string;
  quote: { id: number; createdAt: string };
  /** Until the next quote may be sent. */
  days: number;
};

/** Says at the start of the quote form that it cannot be sent yet, and leads to the quote that is the reason. */
export function QuoteWaitNotice({ id, quote, days }: QuoteWaitNoticeProps) {
  const { t, rich, message, day } = useLanguage();
  return (
    <Alert
      id={id}
      color="orange"
      variant="light"
      role="note"
      icon={<IconClock aria-hidden />}
      title={message(quoteWaitText(days))}
    >
      <Text size="sm">
        {rich('{quoted}. What you type here is kept until then.', {
          quoted: (
            <Anchor component={Link} to={paths.myQuote(quote.id)} inherit c="bright" underline="always">
              {t('You quoted on {date}', { date: day(quote.createdAt) })}
            </Anchor>
          ),
        })}
      </Text>
    </Alert>
  );
}
