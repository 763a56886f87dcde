import type { QueryData } from '@supabase/supabase-js';
import { QUOTE_COLUMNS, STANDING_COLUMNS, toQuote, toStanding } from '@rows/quote-row.ts';
import { supabase } from '@/shared/backend/supabase.ts';
import { toOpenness } from './request-state.ts';

const ON_REQUEST = 'post:posts!quotes_post_id_fkey' as const;

/** Maximum number of quotes shown on one post. */
export const QUOTES_OF_POST_MAX = 100;

/** Columns of a quote as the page shows it, with both parties and attachments. */
const columnsWith = <Join extends '' | '!inner'>(join: Join) =>
  `${QUOTE_COLUMNS}, ${STANDING_COLUMNS}, last_message_at, price_value, quoted_request, ${ON_REQUEST}${join}(is_hidden, closed_at, quote_deadline, quantity, unit, target_currency), supplier:profiles!quotes_supplier_id_fkey(id, username, avatar_path, company_name, rating_average, rating_count), owner:profiles!quotes_post_owner_id_fkey(id, username, avatar_path), attachments:quote_attachments(id, path, name, size_bytes)` as const;

/**
 * Starts a query for quotes with the columns of the page and the exact number of matches. Row-level security limits it
 * to the two parties.
 * @param ofRequest '!inner' if conditions on the request decide which quotes match
 */
export function selectQuotes(ofRequest: '' | '!inner' = '') {
  return supabase.from('quotes').select(columnsWith(ofRequest), { count: 'exact' });
}

/** How much a request wanted when its supplier read it. Without zod, which the page of a post does not need. */
function wantedIn(request: QuoteRow['quoted_request']) {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return null;
  const { quantity, unit } = request;
  return { quantity: typeof quantity === 'number' ? quantity : null, unit: typeof unit === 'string' ? unit : null };
}

type QuoteRow = QueryData<ReturnType<typeof selectQuotes>>[number];

/** Maps a row to a quote of the page. `owner` is null if the account is deleted. */
export const toShownQuote = (row: QuoteRow) => ({
  ...toQuote(row),
  ...toStanding(row),
  lastMessageAt: row.last_message_at,
  /** What the quote, and a deal on it, is about; null for old quotes on deleted requests. */
  quotedRequest: wantedIn(row.quoted_request),
  /** State and wishes of the request; null if it is deleted or hidden from the viewer. */
  post: row.post && {
    ...toOpenness(row.post),
    quantity: row.post.quantity,
    unit: row.post.unit,
    targetCurrency: row.post.target_currency,
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

/** Whether a list has quotes that the user sent or received. */
export type QuoteSide = 'sent' | 'received';

/** The part of messages that quote lists need, passed in because messages are another feature. */
export type QuoteMessages = { unreadOf: (quoteId: number) => number; onMessage: (quoteId: number) => void };
