import { z } from 'zod';
import { quoteEventKindSchema, quoteStatusSchema } from '@domain/quote-status-schema.ts';
import { QUOTE_FACT_COLUMNS } from '@rows/quote-row.ts';
import type { Row } from '@rows/row.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { QUOTE_FACTS, type QuoteFact } from '../facts/quote-facts.ts';

/** The changed facts, by column. */
const factsSchema = z
  .object({ images: z.array(z.string()), attachments: z.array(z.object({ name: z.string() })) })
  .partial()
  .catchall(z.unknown());
type Facts = z.infer<typeof factsSchema>;

type Words = (facts: Facts, language: Language) => string | null | undefined;

const textOf =
  (column: string, inChange: QuoteFact['inChange']): Words =>
  (facts, language) => {
    const stored = facts[column];
    return typeof stored === 'string' && stored !== '' ? inChange(stored, language) : null;
  };

const columnOf = new Map<string, string>(Object.entries(QUOTE_FACT_COLUMNS));

const wordsOf = (facts: Partial<typeof QUOTE_FACTS>) =>
  Object.entries(facts).map(([name, { long, inChange }]): [name: string, words: Words] => [
    long,
    textOf(columnOf.get(name) ?? name, inChange),
  ]);

const { accountType, organizationName, taxCode, ...offer } = QUOTE_FACTS;

/** Names and texts of the facts, in form order; null for unchanged ones. */
const WORDS: [name: string, words: Words][] = [
  ...wordsOf(offer),
  [msg('Valid until'), textOf('valid_until', (stored, { calendarDay }) => calendarDay(stored))],
  ...wordsOf({ accountType, organizationName, taxCode }),
  [msg('Contact address'), textOf('contact_address', (stored) => stored)],
  [msg('Images'), ({ images }) => images && String(images.length)],
  [msg('Attachments'), ({ attachments }) => attachments?.map(({ name }) => name).join(', ')],
];

/** A fact before and after a change, with its untranslated name; '' for none. */
export type FactChange = { name: string; before: string; after: string };

/** The fact changes of a history step, computed from the changed columns before and after as stored. */
export function factChanges({ before, after }: Pick<QuoteEvent, 'before' | 'after'>, language: Language): FactChange[] {
  const [old, now] = [before, after].map((facts) => factsSchema.catch({}).parse(facts ?? {}));
  if (!old || !now) return [];
  return WORDS.map(([name, words]) => ({
    name,
    before: words(old, language) ?? '',
    after: words(now, language) ?? '',
  })).filter((change) => change.before !== change.after);
}

export const EVENT_COLUMNS = 'id, actor_id, kind, to_status, reason, before, after, created_at';

/** Maps a row to a history step of the page. `actorId` is null if the account is deleted. */
export const toQuoteEvent = (row: Row<'quote_events', typeof EVENT_COLUMNS>) => ({
  id: row.id,
  actorId: row.actor_id,
  kind: quoteEventKindSchema.parse(row.kind),
  status: quoteStatusSchema.parse(row.to_status),
  reason: row.reason,
  before: row.before,
  after: row.after,
  createdAt: row.created_at,
});

export type QuoteEvent = ReturnType<typeof toQuoteEvent>;
