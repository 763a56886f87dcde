import { Stack } from '@mantine/core';
import { ACCOUNT_REFRESH_MS, useLiveUpdates } from '@/shared/live/use-live-updates.ts';
import { keys } from '@/shared/backend/query-keys.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { QuoteDrawerWithConversation } from '@/compositions/quote-drawer-with-conversation.tsx';
import { QuotesPanel } from '@/compositions/quotes-panel.tsx';
import { useOpenQuote } from '@/features/quotes/read/use-open-quote.ts';
import { useQuoteMessages } from '@/features/messages/unread/use-quote-messages.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** Only the quotes of the signed-in user. */
export function MyQuotesPage() {
  const me = useCurrentUser();
  return me.status === 'user' ? <MyQuotes userId={me.user.id} /> : null;
}

function MyQuotes({ userId }: { userId: number }) {
  const { t } = useLanguage();
  const { opened, openQuote, openMessages, showView, forgetMessage, close } = useOpenQuote();
  const { unread, messages } = useQuoteMessages(openMessages);
  useLiveUpdates([keys.quotes.mine, keys.quotes.received, keys.messages.unread], ACCOUNT_REFRESH_MS);
  return (
    <Stack gap="lg">
      <PageTitle title={t('My quotes')}>
        {t('Every quote that you have sent to a buyer or received from a supplier')}
      </PageTitle>
      <QuotesPanel userId={userId} messages={messages} unread={unread} onOpen={openQuote} />
      <QuoteDrawerWithConversation
        userId={userId}
        opened={opened}
        onClose={close}
        onView={showView}
        onMessageShown={forgetMessage}
      />
    </Stack>
  );
}
