import { useId } from 'react';
import { Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@/features/posts/shown-post.ts';
import { ACCOUNT_REFRESH_MS, useLiveUpdates } from '@/shared/live/use-live-updates.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';
import { ShareableQuotes } from '@/compositions/shareable-quotes.tsx';
import { quotesOfPostQueryOptions } from '@/features/quotes/compare/list-quotes-of-post.ts';
import { useOpenQuote } from '@/features/quotes/read/use-open-quote.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useQuoteMessages } from '@/features/messages/unread/use-quote-messages.ts';
import classes from './post-quotes-section.module.css';

const QuoteDrawerWithConversation = lazyPart(
  async () => (await import('@/compositions/quote-drawer-with-conversation.tsx')).QuoteDrawerWithConversation,
);

/** The quotes on an own post, with ways to attract more and to answer each. */
export function PostQuotesSection({ post }: { post: Post }) {
  const { t } = useLanguage();
  const titleId = useId();
  const listed = useQuery(quotesOfPostQueryOptions(post.id));
  const { opened, openMessages, showView, forgetMessage, close } = useOpenQuote();
  const { unread, messages } = useQuoteMessages(openMessages);
  useLiveUpdates([keys.posts.detail(post.id), keys.posts.quotes(post.id), keys.messages.unread], ACCOUNT_REFRESH_MS);
  return (
    <Paper component="section" withBorder shadow="xs" className={classes.section} aria-labelledby={titleId}>
      <Title order={2} size="h3" mb="md" id={titleId} className={classes.title}>
        {t('Quotes received ({n})', { n: listed.data?.total ?? post.quoteCount })}{' '}
        <UnreadBadge count={unread.ofPost(post.id)} />
      </Title>
      <ShareableQuotes post={post} messages={messages} />
      <LazyDialog opened={opened !== null}>
        {(isOpen) => (
          <QuoteDrawerWithConversation
            userId={post.userId}
            opened={isOpen ? opened : null}
            onClose={close}
            onView={showView}
            onMessageShown={forgetMessage}
          />
        )}
      </LazyDialog>
    </Paper>
  );
}
