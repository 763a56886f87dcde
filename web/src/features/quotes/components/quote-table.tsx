import { Anchor, Button, Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/Table.css';
import { IconArrowDown, IconArrowUp, IconMessage2, IconSelector } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { age, dayAndTime } from '@/shared/text/dates.ts';
import { paths } from '@/shared/paths.ts';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';
import { useHighlight } from '@/shared/ui/highlight/use-highlight.ts';
import { QUOTE_FACTS, shortMatch, type QuoteFact } from '../quote-facts.ts';
import type { QuoteSort, SortOrder } from '../quote-filters.ts';
import type { Quote, QuoteSide, QuoteMessages } from '../quote.ts';
import classes from './quote-table.module.css';

type Sorting = { sort: QuoteSort; order: SortOrder; onSort: (sort: QuoteSort, order: SortOrder) => void };

type QuoteTableProps = {
  quotes: readonly Quote[];
  /** Whether the user sent these quotes or received them: names the other party. */
  side: QuoteSide;
  messages: QuoteMessages;
  onOpen: (quote: Quote) => void;
  sorting: Sorting;
  highlightedId?: number | null;
  onHighlightEnd?: () => void;
};

const { productMatch, price, quantity, deliveryTime, accountType } = QUOTE_FACTS;

const SKELETON_ROWS = 5;

/** Quotes as a table, as cards where nine columns have no room. */
export function QuoteTable({
  quotes,
  side,
  messages,
  onOpen,
  sorting,
  highlightedId = null,
  onHighlightEnd,
}: QuoteTableProps) {
  return (
    <div className={classes.frame}>
      <Table className={classes.table} highlightOnHover verticalSpacing="sm" horizontalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Request</Table.Th>
            <Table.Th>{productMatch.short}</Table.Th>
            <SortableHead label={price.short} by="price" sorting={sorting} />
            <Table.Th>{quantity.short}</Table.Th>
            <Table.Th>{deliveryTime.short}</Table.Th>
            <Table.Th>{accountType.short}</Table.Th>
            <SortableHead label="Messages" by="messages" sorting={sorting} />
            <SortableHead label="Sent" by="sent" sorting={sorting} />
            <Table.Th>
              <span className={classes.hiddenHead}>Details</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {quotes.map((quote) => (
            <QuoteRow
              key={quote.id}
              quote={quote}
              side={side}
              messages={messages}
              onOpen={onOpen}
              isHighlighted={quote.id === highlightedId}
              onHighlightEnd={onHighlightEnd}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function SortableHead({ label, by, sorting }: { label: string; by: QuoteSort; sorting: Sorting }) {
  const isActive = sorting.sort === by;
  const isAscending = isActive && sorting.order === 'asc';
  const ActiveIcon = isAscending ? IconArrowUp : IconArrowDown;
  const Icon = isActive ? ActiveIcon : IconSelector;
  const direction = isAscending ? 'ascending' : 'descending';
  return (
    <Table.Th aria-sort={isActive ? direction : 'none'}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => sorting.onSort(by, isActive && !isAscending ? 'asc' : 'desc')}
      >
        {label}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

type QuoteRowProps = {
  quote: Quote;
  side: QuoteSide;
  messages: QuoteMessages;
  onOpen: (quote: Quote) => void;
  isHighlighted: boolean;
  onHighlightEnd?: () => void;
};

function QuoteRow({ quote, side, messages, onOpen, isHighlighted, onHighlightEnd }: QuoteRowProps) {
  const { ref, className } = useHighlight<HTMLTableRowElement>(isHighlighted, () => onHighlightEnd?.());
  const unread = messages.unreadOf(quote.id);
  const party = side === 'sent' ? quote.owner : quote.supplier;
  return (
    <Table.Tr
      ref={ref}
      className={className}
      data-quote={quote.id}
      data-highlighted={isHighlighted || undefined}
      onClick={() => onOpen(quote)}
    >
      <Table.Td className={classes.request}>
        {quote.postId === null ? (
          <Text size="sm" fw={500}>
            {quote.postTitle}{' '}
            <Text span size="xs" c="dimmed">
              Request deleted
            </Text>
          </Text>
        ) : (
          <Anchor
            component={Link}
            to={paths.post({ id: quote.postId, title: quote.postTitle })}
            size="sm"
            fw={500}
            onClick={(event) => event.stopPropagation()}
          >
            {quote.postTitle}
          </Anchor>
        )}
        {party && (
          <Text size="xs" c="dimmed">
            {side === 'sent' ? 'by' : 'from'}{' '}
            <Anchor
              component={Link}
              to={paths.user(party.id)}
              inherit
              c="dimmed"
              onClick={(event) => event.stopPropagation()}
            >
              {party.username}
            </Anchor>
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={productMatch.short}>{shortMatch(quote.productMatch)}</Table.Td>
      <FactCell fact={price} quote={quote} />
      <FactCell fact={quantity} quote={quote} />
      <FactCell fact={deliveryTime} quote={quote} />
      <FactCell fact={accountType} quote={quote} />
      <Table.Td data-label="Messages">
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.message}
          leftSection={<IconMessage2 size={16} aria-hidden />}
          rightSection={unread > 0 && <UnreadBadge count={unread} />}
          onClick={(event) => {
            event.stopPropagation();
            messages.onMessage(quote.id);
          }}
        >
          Message
        </Button>
        {quote.lastMessageAt && (
          <Text size="xs" c="dimmed">
            <time dateTime={quote.lastMessageAt} title={quote.lastMessageAt}>
              {age(quote.lastMessageAt)}
            </time>
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Sent">
        <time dateTime={quote.createdAt} title={quote.createdAt}>
          {dayAndTime(quote.createdAt)}
        </time>
      </Table.Td>
      <Table.Td className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          className={classes.view}
          aria-label={`View quote on ${quote.postTitle}`}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(quote);
          }}
        >
          View
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

/** Where the table is cards, each cell has its head beside it. */
function FactCell({ fact, quote }: { fact: QuoteFact; quote: Quote }) {
  return <Table.Td data-label={fact.short}>{fact.valueOf(quote)}</Table.Td>;
}

/** A placeholder while quotes load. */
export function QuoteTableSkeleton() {
  return (
    <div className={classes.frame} aria-busy data-skeleton>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} className={classes.skeletonRow}>
          <Skeleton height={14} width="34%" />
          <Skeleton height={14} width="12%" />
          <Skeleton height={14} width="14%" />
          <Skeleton height={14} width="16%" />
        </div>
      ))}
    </div>
  );
}
