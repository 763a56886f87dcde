import type { ReactNode } from 'react';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { quotesOfPostQueryOptions, QUOTES_OF_POST_MAX } from '../api/list-quotes-of-post.ts';
import type { QuoteMessages } from '../quote.ts';
import { QuoteCard } from './quote-card.tsx';
import classes from './quotes.module.css';

type PostQuotesProps = {
  postId: number;
  /** The owner of the post, who reads them. */
  userId: number;
  messages: QuoteMessages;
  /** For an owner without quotes, with something to do next, such as sharing the post. */
  emptyText: string;
  emptyAction?: ReactNode;
};

/** The quotes that a post received, for its owner. */
export function PostQuotes({ postId, userId, messages, emptyText, emptyAction }: PostQuotesProps) {
  const { data, isPending, error, refetch } = useQuery(quotesOfPostQueryOptions(postId));
  if (isPending) {
    return (
      <Stack gap="sm" aria-busy>
        <Skeleton height={132} />
        <Skeleton height={132} />
      </Stack>
    );
  }
  if (!data) return <ErrorState title="Failed to load quotes" message={error.message} onRetry={() => void refetch()} />;
  if (data.quotes.length === 0) {
    return <EmptyState isSmall title={emptyText} action={emptyAction} />;
  }
  return (
    <Stack gap="sm">
      <ul className={classes.list}>
        {data.quotes.map((quote) => (
          <li key={quote.id}>
            <QuoteCard quote={quote} userId={userId} messages={messages} />
          </li>
        ))}
      </ul>
      {data.total > QUOTES_OF_POST_MAX && (
        <Text size="sm" c="dimmed">
          The newest {QUOTES_OF_POST_MAX} of {data.total} quotes.
        </Text>
      )}
    </Stack>
  );
}
