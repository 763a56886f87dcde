import type { QueryData } from '@supabase/supabase-js';
import { z } from 'zod';
import { ACCOUNT_TYPES, PRODUCT_MATCHES } from '@domain/quote.ts';
import { supabase } from '@/shared/backend/supabase.ts';

/** What the page shows of a quote: its columns, its two parties and its documents. A literal, so that the type of the answer is inferred. */
const QUOTE_COLUMNS =
  'id, post_id, post_title, product_match, description, price_text, quantity_text, currency, payment_method, shipping_method, delivery_time, delivery_from, delivery_to, account_type, organization_name, tax_code, images, last_message_at, created_at, supplier:profiles!quotes_supplier_id_fkey(id, username, avatar_path, company_name, rating_average, rating_count), owner:profiles!quotes_post_owner_id_fkey(id, username, avatar_path), attachments:quote_attachments(id, path, name, size_bytes)';

/** Starts a request for quotes in the shape of the page, with the exact number of all that match. Row-level security leaves only those of the two parties. */
export function selectQuotes() {
  return supabase.from('quotes').select(QUOTE_COLUMNS, { count: 'exact' });
}

type QuoteRow = QueryData<ReturnType<typeof selectQuotes>>[number];

const productMatch = z.enum(PRODUCT_MATCHES).nullable().catch(null);
const accountType = z.enum(ACCOUNT_TYPES).catch('individual');

/** A row as the page uses it (§3 Quote). `postId` is null once the post is deleted, `owner` once the account is (C35). */
export function toQuote(row: QuoteRow) {
  return {
    id: row.id,
    postId: row.post_id,
    postTitle: row.post_title,
    productMatch: productMatch.parse(row.product_match),
    description: row.description,
    price: row.price_text,
    quantity: row.quantity_text,
    currency: row.currency,
    paymentMethod: row.payment_method,
    shippingMethod: row.shipping_method,
    deliveryTime: row.delivery_time,
    deliveryFrom: row.delivery_from,
    deliveryTo: row.delivery_to,
    accountType: accountType.parse(row.account_type),
    organizationName: row.organization_name,
    taxCode: row.tax_code,
    images: row.images,
    lastMessageAt: row.last_message_at,
    createdAt: row.created_at,
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
  };
}

export type Quote = ReturnType<typeof toQuote>;

/** Whether a list holds the quotes that the user sent or those that the user received. */
export type QuoteSide = 'sent' | 'received';

/** What lists of quotes show of the messages on them, which belong to another feature. */
export type QuoteMessages = { unreadOf: (quoteId: number) => number; onMessage: (quoteId: number) => void };
