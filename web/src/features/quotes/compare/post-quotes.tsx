import { useState, type ReactNode } from 'react';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { quotesOfPostQueryOptions } from './list-quotes-of-post.ts';
import { inReadingOrder } from './reading-order.ts';
import { COMPARED_MAX, COMPARED_MIN } from './comparison-state.ts';
import { QUOTES_OF_POST_MAX, type QuoteMessages } from '../facts/shown-quote.ts';
import { useToday } from '../facts/use-today.ts';
import { AwaitedQuotes } from './awaited-quotes.tsx';
import { CompareBar } from './compare-bar.tsx';
import { QuoteCard } from './quote-card.tsx';
import classes from '../facts/quotes.module.css';

type PostQuotesProps = {
  postId: number;
  /** The owner of the post, viewing them. */
  userId: number;
  messages: QuoteMessages;
  /** For an owner without quotes, with a next step such as sharing the post. */
  emptyText: string;
  emptyAction?: ReactNode;
};

/** The quotes on a post, for its owner. */
export function PostQuotes({ postId, userId, messages, emptyText, emptyAction }: PostQuotesProps) {
  const { t } = useLanguage();
  const today = useToday();
  const { data, isPending, error, refetch } = useQuery(quotesOfPostQueryOptions(postId));
  const [chosen, setChosen] = useState<readonly number[]>([]);
  if (isPending) return <AwaitedQuotes />;
  if (!data || (error && data.quotes.length === 0))
    return <ErrorState title={t('Failed to load quotes')} message={error?.message} onRetry={() => void refetch()} />;
  if (data.quotes.length === 0) {
    return <EmptyState isSmall title={emptyText} action={emptyAction} />;
  }
  const chosenIds = chosen.filter((id) => data.quotes.some((quote) => quote.id === id));
  return (
    <Stack gap="sm">
      <CompareBar postId={postId} total={data.quotes.length} chosenIds={chosenIds} />
      <ul className={classes.list}>
        {inReadingOrder(data.quotes, today).map((quote) => (
          <PartItem key={quote.id}>
            {() => (
              <QuoteCard
                quote={quote}
                quotes={data.quotes}
                userId={userId}
                messages={messages}
                choice={
                  data.quotes.length > COMPARED_MIN && (
                    <Checkbox
                      label={t('Compare')}
                      aria-label={t('Compare the quote of {username}', { username: quote.supplier.username })}
                      checked={chosenIds.includes(quote.id)}
                      disabled={chosenIds.length >= COMPARED_MAX && !chosenIds.includes(quote.id)}
                      onChange={(event) =>
                        setChosen(
                          event.currentTarget.checked
                            ? [...chosenIds, quote.id]
                            : chosenIds.filter((id) => id !== quote.id),
                        )
                      }
                    />
                  )
                }
              />
            )}
          </PartItem>
        ))}
      </ul>
      {data.total > QUOTES_OF_POST_MAX && (
        <Text size="sm" c="dimmed">
          {t('The newest {max} of {total} quotes.', { max: QUOTES_OF_POST_MAX, total: data.total })}
        </Text>
      )}
    </Stack>
  );
}
