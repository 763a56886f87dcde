import { Badge, Group, Text } from '@mantine/core';
import { QUOTE_STATUS_LABELS, shownStatus, type ShownStatus } from '@domain/quote-status.ts';
import type { Quote } from '../quote.ts';
import { useToday } from '../use-today.ts';
import { validityOf } from '../validity.ts';
import classes from './quote-status.module.css';

const COLORS = {
  pending: 'gray',
  shortlisted: 'brand',
  accepted: 'teal',
  declined: 'red',
  withdrawn: 'gray',
  cancelled: 'orange',
  expired: 'yellow',
} as const satisfies Record<ShownStatus, string>;

/** The word for where a quote stands, the same wherever it is read and for both sides. */
export function StatusBadge({ status }: { status: ShownStatus }) {
  return (
    <Badge
      variant={status === 'pending' || status === 'withdrawn' ? 'outline' : 'light'}
      color={COLORS[status]}
      miw="max-content"
    >
      {QUOTE_STATUS_LABELS[status]}
    </Badge>
  );
}

/** Where a quote stands and, while it is undecided, until when it can be accepted. Expires in front of the reader's eyes. */
export function QuoteStatus({ quote }: { quote: Pick<Quote, 'status' | 'validUntil'> }) {
  const today = useToday();
  const validity = validityOf(quote, today);
  return (
    <Group gap="xs" className={classes.status}>
      <StatusBadge status={shownStatus(quote, today)} />
      {validity && (
        <Text
          span
          size="xs"
          c={validity.isEnding ? undefined : 'dimmed'}
          className={validity.isEnding ? classes.ending : undefined}
        >
          {validity.text}
        </Text>
      )}
    </Group>
  );
}
