import { useEffect, useEffectEvent, useState } from 'react';
import { Stack, Tabs, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { Inbox } from '@/features/messages/inbox/inbox.tsx';
import { locateMessage } from '@/features/messages/unread/locate-message.ts';
import { myPostsQueryOptions } from '@/features/posts/manage/list-my-posts.ts';
import { receivedQuotesCountQueryOptions, sentQuotesCountQueryOptions } from '@/features/quotes/list/count-quotes.ts';
import { ACCOUNT_REFRESH_MS, useLiveUpdates } from '@/shared/live/use-live-updates.ts';
import { optional } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { toast } from '@/shared/ui/toast/toast.ts';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';
import { QuoteDrawerWithConversation } from '@/compositions/quote-drawer-with-conversation.tsx';
import { QuotesPanel } from '@/compositions/quotes-panel.tsx';
import { openQuoteAddress, useOpenQuote } from '@/features/quotes/read/use-open-quote.ts';
import { useQuoteMessages } from '@/features/messages/unread/use-quote-messages.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { AccountTiles } from './account-tiles.tsx';
import { accountDeskQueryOptions } from './get-account-desk.ts';
import { MyPostsPanel } from './my-posts-panel.tsx';
import { ReviewPrompt } from './review-prompt.tsx';
import { takeHighlight, type Highlight, type HighlightRequest } from './take-highlight.ts';
import classes from './account.module.css';

/** Data that other users change: new quotes, their counts, new messages. */
const LIVE = [
  keys.posts.mine,
  keys.posts.allQuotes,
  keys.quotes.received,
  keys.quotes.mine,
  keys.messages.unread,
  keys.messages.inboxes,
];

const accountAddress = { tab: optional(['posts', 'quotes', 'inbox']), ...openQuoteAddress };

/** "My posts / Quotes" of the signed-in user. */
export function AccountPage() {
  const me = useCurrentUser();
  return me.status === 'user' ? <Account userId={me.user.id} /> : null;
}

function Account({ userId }: { userId: number }) {
  const { t } = useLanguage();
  const [{ tab: named }, change] = useAddress(accountAddress);
  const { key: visit } = useLocation();
  const [highlight, setHighlight] = useState<Highlight | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const posts = useQuery(myPostsQueryOptions(userId));
  const sent = useQuery(sentQuotesCountQueryOptions(userId));
  const received = useQuery(receivedQuotesCountQueryOptions(userId));
  const desk = useQuery(accountDeskQueryOptions);
  const tab = named || 'posts';

  const { opened, openQuote, openMessages, showView, forgetMessage, close } = useOpenQuote();
  const { unread, isCounted, messages } = useQuoteMessages(openMessages);
  useLiveUpdates(LIVE, ACCOUNT_REFRESH_MS);

  const sayMissing = () => toast({ title: t('This item is no longer available') });
  const handleMissing = () => {
    setHighlight(null);
    sayMissing();
  };

  const serve = useEffectEvent(async ({ tab: wanted, highlight: place, messageId }: HighlightRequest) => {
    const where = wanted ? { tab: wanted } : undefined;
    if (where) change(where, { isAlone: true, replace: true });
    if (messageId !== null) {
      // A failed lookup says nothing about the message; the lists below report the problem.
      const quoteId = await locateMessage(messageId).catch(() => undefined);
      if (quoteId) {
        change({ ...where, quote: quoteId, view: 'messages', message: messageId }, { isAlone: true, replace: true });
        setAnnouncement(t('Showing the message'));
      } else if (quoteId === null) {
        sayMissing();
      }
    }
    if (place) setHighlight(place);
  });
  // On every visit, because a notification can be clicked while this page is open.
  useEffect(() => {
    void serve(takeHighlight(window.localStorage));
  }, [visit]);

  const handleHighlightEnd = () => setHighlight(null);

  return (
    <Stack gap="lg">
      <PageTitle title={t('My posts / Quotes')} />
      <AccountTiles desk={desk.data} unread={isCounted ? unread.all : undefined} />
      <Tabs
        value={tab}
        onChange={(value) =>
          change({ tab: accountAddress.tab.read(value ?? '') }, { isAlone: true, preventScrollReset: true })
        }
        keepMounted={false}
        classNames={{ tab: classes.tab }}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="posts">{withCount(t('Posts'), posts.data?.length)}</Tabs.Tab>
          <Tabs.Tab value="quotes">{withCount(t('Quotes'), sumOf(sent.data, received.data))}</Tabs.Tab>
          <Tabs.Tab value="inbox" rightSection={<UnreadBadge count={unread.all} />}>
            {t('Inbox')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="posts">
          <MyPostsPanel
            userId={userId}
            messages={messages}
            unreadOfPost={unread.ofPost}
            highlightedId={highlight?.kind === 'post' ? highlight.id : null}
            onHighlight={setAnnouncement}
            onHighlightEnd={handleHighlightEnd}
            onMissing={handleMissing}
          />
        </Tabs.Panel>
        <Tabs.Panel value="quotes">
          <QuotesPanel
            userId={userId}
            messages={messages}
            unread={unread}
            onOpen={openQuote}
            highlightedId={highlight?.kind === 'quote' ? highlight.id : null}
            onHighlight={setAnnouncement}
            onHighlightEnd={handleHighlightEnd}
            onMissing={handleMissing}
          />
        </Tabs.Panel>
        <Tabs.Panel value="inbox">
          <Inbox unreadOf={unread.ofQuote} onOpen={openMessages} />
        </Tabs.Panel>
      </Tabs>
      {/* Below the rest, which it would move when it arrives. */}
      {posts.data && <ReviewPrompt userId={userId} onOpen={openQuote} />}
      <QuoteDrawerWithConversation
        userId={userId}
        opened={opened}
        onClose={close}
        onView={showView}
        onMessageShown={forgetMessage}
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Stack>
  );
}

function withCount(name: string, count: number | undefined): string {
  return count === undefined ? name : `${name} (${count})`;
}

function sumOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
