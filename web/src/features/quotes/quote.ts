import type { QueryData } from '@supabase/supabase-js';
import { QUOTE_COLUMNS, STANDING_COLUMNS, toQuote, toStanding } from '@rows/quote.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** A quote as the page shows it, with its two parties and its attachments. */
const SHOWN_QUOTE_COLUMNS =
  `${QUOTE_COLUMNS}, ${STANDING_COLUMNS}, last_message_at, post:posts!quotes_post_id_fkey(is_hidden, closed_at, quote_deadline), supplier:profiles!quotes_supplier_id_fkey(id, username, avatar_path, company_name, rating_average, rating_count), owner:profiles!quotes_post_owner_id_fkey(id, username, avatar_path), attachments:quote_attachments(id, path, name, size_bytes)` as const;

/** Starts a request for quotes in the shape of the page, with the exact number of all that match. Row-level security leaves only those of the two parties. */
export function selectQuotes() {
  return supabase.from('quotes').select(SHOWN_QUOTE_COLUMNS, { count: 'exact' });
}

type QuoteRow = QueryData<ReturnType<typeof selectQuotes>>[number];

/** A row as the page shows it. `owner` is null once the account is deleted. */
export const toShownQuote = (row: QuoteRow) => ({
  ...toQuote(row),
  ...toStanding(row),
  lastMessageAt: row.last_message_at,
  /** Of the request what says whether it is open; null when it is deleted or hidden from the reader. */
  post: row.post && {
    isHidden: row.post.is_hidden,
    closedAt: row.post.closed_at,
    quoteDeadline: row.post.quote_deadline,
  },
  supplier: {
    id: row.supplier.id,
    username: row.supplier.username,
    avatarPath: row.supplier.avatar_path,
    companyName: row.supplier.company_name,
    ratingAverage: row.supplier.rating_average,
    ratingCount: row.supplier.rating_count,
  },
  owner: row.owner && { id: row.owner.id, username: row.owner.username, avatarPath: row.owner.avatar_path },
  attachments: row.attachments.map((file) => ({
    id: file.id,
    path: file.path,
    name: file.name,
    sizeBytes: file.size_bytes,
  })),
});

export type Quote = ReturnType<typeof toShownQuote>;

/** Whether a list holds the quotes that the user sent or those that the user received. */
export type QuoteSide = 'sent' | 'received';

/** The part of the messages that lists of quotes show; messages belong to another feature. */
export type QuoteMessages = { unreadOf: (quoteId: number) => number; onMessage: (quoteId: number) => void };
