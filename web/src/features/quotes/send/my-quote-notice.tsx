import { Alert, Anchor, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { myQuoteOnPostQueryOptions } from './get-my-quote-on-post.ts';
import { QuoteStatus } from '../status/quote-status-badge.tsx';
import { quoteAgainAt, type Openness } from './quote-again.ts';

type MyQuoteNoticeProps = { post: Openness & { id: number } };

/**
 * Shows suppliers that they quoted this post, the status of that quote, and when they can quote again, if the request
 * takes quotes then. Renders nothing for anyone else.
 */
export function MyQuoteNotice({ post }: MyQuoteNoticeProps) {
  const { t, rich, day } = useLanguage();
  const me = useCurrentUser();
  const userId = me.status === 'user' ? me.user.id : 0;
  const options = myQuoteOnPostQueryOptions(userId, post.id);
  const { data: quote } = useQuery(userId ? options : { ...options, queryFn: skipToken });
  if (!quote) return null;
  const next = quoteAgainAt(post, quote.createdAt);
  const quoted = (
    <Anchor component={Link} to={paths.myQuote(quote.id)} inherit c="bright" underline="always">
      {t('You quoted on {date}', { date: day(quote.createdAt) })}
    </Anchor>
  );
  return (
    <Alert variant="light" icon={<IconSend aria-hidden />}>
      <Text size="sm" mb={4}>
        {next ? rich('{quoted}. You can quote again on {date}', { quoted, date: day(next) }) : quoted}
      </Text>
      <QuoteStatus quote={quote} />
    </Alert>
  );
}
