import { Suspense } from 'react';
import { Alert, Anchor, Text } from '@mantine/core';
import { IconChevronRight, IconSend } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { priceWithCurrency } from '@domain/quote-values.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { myQuoteOnPostQueryOptions } from './get-my-quote-on-post.ts';
import { QuoteStatus } from '../status/quote-status-badge.tsx';
import { quoteAgainAt, type Openness } from './quote-again.ts';
import classes from './my-quote-notice.module.css';

// Reading amounts weighs more than the page of a post.
const MyPrice = lazyPart(async () => (await import('./my-price.tsx')).MyPrice);

type MyQuoteNoticeProps = { post: Openness & { id: number } };

/**
 * Shows suppliers that they quoted this post, price and status of that quote, and when they can quote again, if the request
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
    <Anchor
      component={Link}
      to={paths.myQuote(quote.id)}
      inherit
      c="bright"
      underline="always"
      className={classes.link}
    >
      {t('You quoted on {date}', { date: day(quote.createdAt) })}
    </Anchor>
  );
  return (
    <Alert variant="light" icon={<IconSend aria-hidden />} classNames={{ icon: classes.icon }}>
      <div className={classes.body}>
        <div>
          <Text size="sm" mb={4}>
            {next ? rich('{quoted}. You can quote again on {date}', { quoted, date: day(next) }) : quoted}
          </Text>
          <div className={classes.offer}>
            <Text span size="sm" className={classes.price} dir="auto">
              <Suspense fallback={priceWithCurrency(quote)}>
                <MyPrice quote={quote} />
              </Suspense>
            </Text>
            <QuoteStatus quote={quote} />
          </div>
        </div>
        <IconChevronRight size={20} aria-hidden />
      </div>
    </Alert>
  );
}
