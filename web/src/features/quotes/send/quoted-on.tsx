import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { myQuoteOnPostQueryOptions } from './get-my-quote-on-post.ts';
import classes from './quoted-on.module.css';

/** Shows a supplier on a card when they quoted the post, with a link to the quote. Renders nothing without one. */
export function QuotedOn({ userId, postId }: { userId: number; postId: number }) {
  const { t, day } = useLanguage();
  const { data: quote } = useQuery(myQuoteOnPostQueryOptions(userId, postId));
  if (!quote) return null;
  return (
    <Anchor component={Link} to={paths.myQuote(quote.id)} size="xs" className={classes.link}>
      {t('You quoted on {date}', { date: day(quote.createdAt) })}
    </Anchor>
  );
}
