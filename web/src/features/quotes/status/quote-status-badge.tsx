import { Badge, Group, Text, type BadgeProps } from '@mantine/core';
import { QUOTE_STATUS_LABELS, shownStatus, type ShownStatus } from '@domain/quote-status.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { useToday } from './use-today.ts';
import { validityOf } from './validity.ts';
import classes from './quote-status-badge.module.css';

// Filled or outlined where the light variant would resemble the match badge or vanish on a notice.
const LOOKS = {
  pending: { color: 'gray', variant: 'outline' },
  shortlisted: { color: 'brand', variant: 'filled' },
  accepted: { color: 'teal', variant: 'light' },
  declined: { color: 'red', variant: 'light' },
  withdrawn: { color: 'gray', variant: 'outline' },
  cancelled: { color: 'orange', variant: 'light' },
  expired: { color: 'yellow', variant: 'light' },
} as const satisfies Record<ShownStatus, BadgeProps>;

/** The status of a quote, in the same words everywhere and for both sides. */
export function StatusBadge({ status }: { status: ShownStatus }) {
  const { t } = useLanguage();
  return (
    <Badge {...LOOKS[status]} miw="max-content">
      {t(QUOTE_STATUS_LABELS[status])}
    </Badge>
  );
}

/** The status of a quote and, while it is undecided, its last day. Updates when the quote expires. */
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
