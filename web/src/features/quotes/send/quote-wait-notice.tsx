import { Alert, Anchor, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { quoteAgainAt, type Openness } from './quote-again.ts';
import { quoteWaitText } from './quote-failure.ts';
import { paths } from '@/shared/paths.ts';

type QuoteWaitNoticeProps = {
  /** Id of the notice, which describes the button. */
  id: string;
  post: Openness;
  quote: { id: number; createdAt: string };
  /** Days until the next quote is allowed. */
  days: number;
};

/** Notice at the top of the quote form that it cannot be sent yet, with a link to the earlier quote. */
export function QuoteWaitNotice({ id, post, quote, days }: QuoteWaitNoticeProps) {
  const { t, rich, message, day } = useLanguage();
  const quoted = (
    <Anchor component={Link} to={paths.myQuote(quote.id)} inherit c="bright" underline="always">
      {t('You quoted on {date}', { date: day(quote.createdAt) })}
    </Anchor>
  );
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
        {quoteAgainAt(post, quote.createdAt)
          ? rich('{quoted}. What you type here is kept until then.', { quoted })
          : quoted}
      </Text>
    </Alert>
  );
}
