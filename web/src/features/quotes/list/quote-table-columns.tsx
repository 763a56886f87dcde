import { Anchor, Button, Text } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { paths } from '@/shared/paths.ts';
import type { Column } from '@/shared/ui/data-table/column.ts';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';
import { convertedPrice } from '../facts/converted-text.ts';
import { shownPrice, shownQuantity } from '../facts/price-text.ts';
import { QUOTE_FACTS, shortMatch, type QuoteFact } from '../facts/quote-facts.ts';
import type { Others } from '../facts/prices-on-requests.ts';
import { useConversion } from '../facts/use-conversion.ts';
import type { QuoteSort } from './quote-table.ts';
import type { Quote, QuoteSide, QuoteMessages } from '../facts/shown-quote.ts';
import { QuoteStatus } from '../status/quote-status-badge.tsx';
import classes from './quote-table.module.css';

type QuoteColumnsOptions = {
  /** Whether the user sent or received the quotes; decides whose name is shown. */
  side: QuoteSide;
  messages: QuoteMessages;
  othersOf: (quote: Quote) => Others;
  onOpen: (quote: Quote) => void;
};

const { productMatch, price, quantity, deliveryTime, accountType } = QUOTE_FACTS;

/** The columns of a list of quotes. */
export function quoteTableColumns(
  { side, messages, othersOf, onOpen }: QuoteColumnsOptions,
  language: Language,
): readonly Column<Quote, QuoteSort>[] {
  const { t, day, dayAndTime } = language;
  const factColumn = (
    { short }: QuoteFact,
    valueOf: QuoteFact['valueOf'],
    className?: string,
  ): Column<Quote, QuoteSort> => ({
    label: t(short),
    className,
    render: (quote) => {
      const text = valueOf(quote, language) ?? '';
      return (
        <span className={classes.fact} title={text} dir="auto">
          {text}
        </span>
      );
    },
  });
  return [
    {
      label: side === 'sent' ? t('Request') : t('Supplier'),
      isWide: true,
      className: classes.request,
      render: (quote) => <RequestCell quote={quote} side={side} />,
    },
    {
      label: t('Status'),
      sort: 'changed',
      className: classes.status,
      render: (quote) => <QuoteStatus quote={quote} />,
    },
    {
      label: t(productMatch.short),
      className: classes.match,
      render: (quote) => (
        <>
          {shortMatch(quote.productMatch, language)}
          <Text size="xs" c="dimmed">
            {accountType.valueOf(quote, language)}
          </Text>
        </>
      ),
    },
    {
      label: t(price.short),
      sort: 'price',
      isNumber: true,
      className: classes.price,
      render: (quote) => <PriceCell quote={quote} others={side === 'received' ? othersOf(quote) : 'unknown'} />,
    },
    factColumn(quantity, shownQuantity, classes.quantity),
    factColumn(deliveryTime, deliveryTime.valueOf, classes.delivery),
    {
      label: t('Messages'),
      sort: 'messages',
      className: classes.messages,
      render: (quote) => <MessagesCell quote={quote} messages={messages} />,
    },
    {
      label: t('Sent'),
      sort: 'sent',
      className: classes.sent,
      render: ({ createdAt }) => (
        <time dateTime={createdAt} title={dayAndTime(createdAt)}>
          {day(createdAt)}
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

/** The request of a sent quote; of a received one the supplier first, since many quotes are on the same request. */
function RequestCell({ quote, side }: { quote: Quote; side: QuoteSide }) {
  const { t, rich } = useLanguage();
  const supplier = side === 'received' ? quote.supplier : null;
  const weight = supplier ? 400 : 500;
  const size = supplier ? 'xs' : 'sm';
  return (
    <>
      {supplier && (
        <Anchor component={Link} to={paths.user(supplier.id)} display="block" size="sm" fw={600} c="bright">
          {supplier.username}
        </Anchor>
      )}
      {quote.postId === null ? (
        <Text size={size} fw={weight} className={classes.title} title={quote.postTitle}>
          {quote.postTitle}
        </Text>
      ) : (
        <Anchor
          component={Link}
          to={paths.post({ id: quote.postId, title: quote.postTitle })}
          size={size}
          fw={weight}
          className={classes.title}
          title={quote.postTitle}
        >
          {quote.postTitle}
        </Anchor>
      )}
      {quote.postId === null && (
        <Text span size="xs" c="dimmed">
          {t('Request deleted')}{' '}
        </Text>
      )}
      {side === 'sent' && quote.owner && (
        <Text span size="xs" c="dimmed">
          {rich('by {user}', {
            user: (
              <Anchor component={Link} to={paths.user(quote.owner.id)} inherit c="dimmed">
                {quote.owner.username}
              </Anchor>
            ),
          })}
        </Text>
      )}
    </>
  );
}

/** The price; for the buyer also as the comparison has it, with the day of the rate on hover, or in sight if it is old. */
function PriceCell({ quote, others }: { quote: Quote; others: Others }) {
  const language = useLanguage();
  const { conversion, isAwaited } = useConversion(quote, others);
  const converted = conversion && convertedPrice(quote, conversion, language);
  const price = shownPrice(quote, language);
  return (
    <>
      <span className={classes.fact} title={price} dir="auto">
        {price}
      </span>
      {(converted !== null || isAwaited) && (
        <Text size="xs" c="dimmed" title={converted?.rate ?? undefined}>
          {converted?.amount ?? '\u00a0'}
        </Text>
      )}
      {converted?.isRateOld && (
        <Text size="xs" c="dimmed">
          {converted.rate}
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
