import { Anchor, Button, Text } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { age, dayAndTime } from '@/shared/text/dates.ts';
import { paths } from '@/shared/paths.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';
import { QUOTE_FACTS, shortMatch, type QuoteFact } from '../quote-facts.ts';
import type { QuoteSort } from '../quote-table.ts';
import type { Quote, QuoteSide, QuoteMessages } from '../quote.ts';
import { QuoteStatus } from './quote-status.tsx';
import classes from './quote-table.module.css';

type QuoteColumnsOptions = {
  /** Whether the user sent these quotes or received them: names the other party. */
  side: QuoteSide;
  messages: QuoteMessages;
  onOpen: (quote: Quote) => void;
};

const { productMatch, price, quantity, deliveryTime, accountType } = QUOTE_FACTS;

const factColumn = ({ short, valueOf }: QuoteFact): Column<Quote, QuoteSort> => ({ label: short, render: valueOf });

/** The columns of the lists of quotes. */
export const quoteTableColumns = ({
  side,
  messages,
  onOpen,
}: QuoteColumnsOptions): readonly Column<Quote, QuoteSort>[] => [
  {
    label: 'Request',
    isWide: true,
    className: classes.request,
    render: (quote) => <RequestCell quote={quote} side={side} />,
  },
  { label: 'Status', sort: 'changed', render: (quote) => <QuoteStatus quote={quote} /> },
  { label: productMatch.short, render: (quote) => shortMatch(quote.productMatch) },
  { ...factColumn(price), sort: 'price' },
  factColumn(quantity),
  factColumn(deliveryTime),
  factColumn(accountType),
  {
    label: 'Messages',
    sort: 'messages',
    render: (quote) => <MessagesCell quote={quote} messages={messages} />,
  },
  {
    label: 'Sent',
    sort: 'sent',
    render: ({ createdAt }) => (
      <time dateTime={createdAt} title={createdAt} className={classes.sent}>
        {dayAndTime(createdAt)}
      </time>
    ),
  },
  {
    label: 'Details',
    isLabelHidden: true,
    isWide: true,
    className: classes.actions,
    render: (quote) => (
      <Button
        variant="default"
        size="xs"
        className={classes.view}
        aria-label={`View quote on ${quote.postTitle}`}
        onClick={() => onOpen(quote)}
      >
        View
      </Button>
    ),
  },
];

function RequestCell({ quote, side }: { quote: Quote; side: QuoteSide }) {
  const { t } = useLanguage();
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
          {side === 'sent' ? t('by') : t('from')}{' '}
          <Anchor component={Link} to={paths.user(party.id)} inherit c="dimmed">
            {party.username}
          </Anchor>
        </Text>
      )}
    </>
  );
}

function MessagesCell({ quote, messages }: { quote: Quote; messages: QuoteMessages }) {
  const { t } = useLanguage();
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
