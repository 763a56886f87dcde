import { Badge, Group, Text, type BadgeProps } from '@mantine/core';
import { QUOTE_STATUS_LABELS, shownStatus, type ShownStatus } from '@domain/quote-status.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Quote } from '../quote.ts';
import { useToday } from '../use-today.ts';
import { validityOf } from '../validity.ts';
import classes from './quote-status.module.css';

// Filled or outlined where a light one could be taken for the badge of the match, or would vanish on a notice.
const LOOKS = {
  pending: { color: 'gray', variant: 'outline' },
  shortlisted: { color: 'brand', variant: 'filled' },
  accepted: { color: 'teal', variant: 'light' },
  declined: { color: 'red', variant: 'light' },
  withdrawn: { color: 'gray', variant: 'outline' },
  cancelled: { color: 'orange', variant: 'light' },
  expired: { color: 'yellow', variant: 'light' },
} as const satisfies Record<ShownStatus, BadgeProps>;

/** The word for where a quote stands, the same wherever it is read and for both sides. */
export function StatusBadge({ status }: { status: ShownStatus }) {
  const { t } = useLanguage();
  return (
    <Badge {...LOOKS[status]} miw="max-content">
      {t(QUOTE_STATUS_LABELS[status])}
    </Badge>
  );
}

/** Where a quote stands and, while it is undecided, until when it can be accepted. Expires in front of the reader's eyes. */
export function QuoteStatus({ quote }: { quote: Pick<Quote, 'status' | 'validUntil'> }) {
  const today = useToday();
  const validity = validityOf(quote, today, useLanguage());
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
