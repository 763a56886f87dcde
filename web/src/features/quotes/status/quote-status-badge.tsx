import { Badge, Group, Text, type BadgeProps } from '@mantine/core';
import {
  QUOTE_STATUS_LABELS,
  REQUEST_END_LABELS,
  requestEnd,
  shownStatus,
  standingLabel,
  type ShownStatus,
} from '@domain/quote-status.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { requestStateOf, type OfRequest } from '../facts/request-state.ts';
import type { Quote } from '../facts/shown-quote.ts';
import { useToday } from '../facts/use-today.ts';
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

type QuoteStatusProps = { quote: OfRequest & Pick<Quote, 'status' | 'validUntil'> };

/**
 * The status of a quote and, while it can be decided, its last day. A pending quote on an ended request has what ended
 * it instead. Updates when the quote expires.
 */
export function QuoteStatus({ quote }: QuoteStatusProps) {
  const language = useLanguage();
  const { t } = language;
  const today = useToday();
  const request = requestStateOf(quote);
  const end = requestEnd(quote, request, today);
  const isPending = quote.status === 'pending';
  const validity = end === null || end === 'late' ? validityOf(quote, today, language) : null;
  return (
    <Group gap="xs" className={classes.status}>
      {end !== null && isPending ? (
        <Badge {...LOOKS.withdrawn} miw="max-content">
          {t(standingLabel(quote, request, today))}
        </Badge>
      ) : (
        <StatusBadge status={shownStatus(quote, today)} />
      )}
      {end !== null && !isPending && (
        <Text span size="xs" c="dimmed">
          {t(REQUEST_END_LABELS[end])}
        </Text>
      )}
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
