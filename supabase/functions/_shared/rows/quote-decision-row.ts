import { factTextsSchema, type Decision, type QuoteEvent } from '../domain/quote-decision.ts';
import { shownStatus, todayUtc } from '../domain/quote-status.ts';
import { quoteEventKindSchema, quoteStatusSchema } from '../domain/quote-status-schema.ts';
import { QUOTE_FACT_COLUMNS, STANDING_COLUMNS, toStanding } from './quote-row.ts';
import type { Row } from './row.ts';

/** Columns of the status of a quote. */
export const DECISION_COLUMNS = `id, ${STANDING_COLUMNS}` as const;

/** The status of a quote as answered by `/api`: expired if its last day has passed. */
export function toDecision(row: Row<'quotes', typeof DECISION_COLUMNS>): Decision {
  const { revisedAt: _, ...standing } = toStanding(row);
  return { quoteId: row.id, ...standing, status: shownStatus(standing, todayUtc()) };
}

const OWN = 'id, kind, actor_id, from_status, to_status, reason, before, after, created_at';

/** Columns of an entry in the history of a quote, with the name of its actor. */
export const QUOTE_EVENT_COLUMNS = `${OWN}, actor:profiles!quote_events_actor_id_fkey(username)` as const;

type QuoteEventRow = Row<'quote_events', typeof OWN> & { actor: Row<'profiles', 'username'> | null };

/** The names of the facts of a quote in `/api`, by their names in events. */
const FIELDS: readonly [field: string, column: string][] = [
  ...Object.entries(QUOTE_FACT_COLUMNS),
  ['contactAddress', 'contact_address'],
  ['images', 'images'],
  ['attachments', 'attachments'],
];

/** An entry of the history as answered by `/api`. */
export function toQuoteEvent(row: QuoteEventRow): QuoteEvent {
  const [before, after] = [factTextsSchema.parse(row.before), factTextsSchema.parse(row.after)];
  return {
    id: row.id,
    kind: quoteEventKindSchema.parse(row.kind),
    actorId: row.actor_id,
    actorUsername: row.actor?.username ?? null,
    fromStatus: quoteStatusSchema.parse(row.from_status),
    toStatus: quoteStatusSchema.parse(row.to_status),
    reason: row.reason,
    changes: FIELDS.filter(([, column]) => column in before || column in after).map(([field, column]) => ({
      field,
      before: before[column] ?? null,
      after: after[column] ?? null,
    })),
    createdAt: row.created_at,
  };
}
