import { Anchor, Button, Text } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { paths } from '@/shared/paths.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';
import { QUOTE_FACTS, shortMatch, type QuoteFact } from '../facts/quote-facts.ts';
import type { QuoteSort } from './quote-table.ts';
import type { Quote, QuoteSide, QuoteMessages } from '../facts/shown-quote.ts';
import { QuoteStatus } from '../status/quote-status-badge.tsx';
import classes from './quote-table.module.css';

type QuoteColumnsOptions = {
  /** Whether the user sent or received the quotes; decides whose name is shown. */
  side: QuoteSide;
  messages: QuoteMessages;
  onOpen: (quote: Quote) => void;
};

const { productMatch, price, quantity, deliveryTime, accountType } = QUOTE_FACTS;

/** The columns of a list of quotes. */
export function quoteTableColumns(
  { side, messages, onOpen }: QuoteColumnsOptions,
  language: Language,
): readonly Column<Quote, QuoteSort>[] {
  const { t, dayAndTime } = language;
  const factColumn = ({ short, valueOf }: QuoteFact): Column<Quote, QuoteSort> => ({
    label: t(short),
    render: (quote) => valueOf(quote, language),
  });
  return [
    {
      label: t('Request'),
      isWide: true,
      className: classes.request,
      render: (quote) => <RequestCell quote={quote} side={side} />,
    },
    { label: t('Status'), sort: 'changed', render: (quote) => <QuoteStatus quote={quote} /> },
    { label: t(productMatch.short), render: (quote) => shortMatch(quote.productMatch, language) },
    { ...factColumn(price), sort: 'price' },
    factColumn(quantity),
    factColumn(deliveryTime),
    factColumn(accountType),
    {
      label: t('Messages'),
      sort: 'messages',
      render: (quote) => <MessagesCell quote={quote} messages={messages} />,
    },
    {
      label: t('Sent'),
      sort: 'sent',
      render: ({ createdAt }) => (
        <time dateTime={createdAt} title={createdAt} className={classes.sent}>
          {dayAndTime(createdAt)}
        </time>
      ),
    },
    {
      label: t('Details'),
      isLabelHidden: true,
      isActions: true,
      className: classes.actions,
      render: (quote) => (
        <Button
          variant="default"
          size="xs"
          className={classes.view}
          aria-label={t('View quote on {title}', { title: quote.postTitle })}
          onClick={() => onOpen(quote)}
        >
          {t('View')}
        </Button>
      ),
    },
  ];
}

function RequestCell({ quote, side }: { quote: Quote; side: QuoteSide }) {
  const { t, rich } = useLanguage();
  const party = side === 'sent' ? quote.owner : quote.supplier;
  return (
    <>
      {quote.postId === null ? (
        <Text size="sm" fw={500}>
          {quote.postTitle}{' '}
          <Text span size="xs" c="dimmed">
            {t('Request deleted')}
          </Text>
        </Text>
      ) : (
        <Anchor component={Link} to={paths.post({ id: quote.postId, title: quote.postTitle })} size="sm" fw={500}>
          {quote.postTitle}
        </Anchor>
      )}
      {party && (
        <Text size="xs" c="dimmed">
          {rich(side === 'sent' ? 'by {user}' : 'from {user}', {
            user: (
              <Anchor component={Link} to={paths.user(party.id)} inherit c="dimmed">
                {party.username}
              </Anchor>
            ),
          })}
        </Text>
      )}
    </>
  );
}

function MessagesCell({ quote, messages }: { quote: Quote; messages: QuoteMessages }) {
  const { t, age } = useLanguage();
  const unread = messages.unreadOf(quote.id);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.message}
        leftSection={<IconMessage2 size={16} aria-hidden />}
        rightSection={unread > 0 && <UnreadBadge count={unread} />}
        onClick={() => messages.onMessage(quote.id)}
      >
        {t('Message')}
      </Button>
      {quote.lastMessageAt && (
        <Text size="xs" c="dimmed">
          <time dateTime={quote.lastMessageAt} title={quote.lastMessageAt}>
            {age(quote.lastMessageAt)}
          </time>
        </Text>
      )}
    </>
  );
}
