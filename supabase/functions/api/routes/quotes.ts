import { z } from 'zod';
import type { QueryData } from '@supabase/supabase-js';
import { dataOf, type Client } from '../../_shared/clients.ts';
import { POSTS_LIST_MAX } from '../../_shared/domain/limits.ts';
import { idSchema } from '../../_shared/domain/input.ts';
import { decisionSchema } from '../../_shared/domain/quote-decision.ts';
import { quoteBodySchema, quoteResponseSchema, quoteSchema, type Quote } from '../../_shared/domain/quote.ts';
import { forbidden, notFound } from '../../_shared/http/api-error.ts';
import { idempotencyKey } from '../../_shared/http/body.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { QUOTE_COLUMNS, quoteRow, STANDING_COLUMNS, toQuote } from '../../_shared/rows/quote-row.ts';
import { toDecision } from '../../_shared/rows/quote-decision-row.ts';
import { currentUserId } from '../current-user.ts';
import { includeQuery } from '../include.ts';
import { fetchPost } from '../post-rows.ts';
import { after, cursorQuery, rowsAfter } from '../paging.ts';
import { ApiRoutes } from '../router.ts';

/** Quotes. Only their two parties can read them; only `submit_quote` writes them. */
export const quoteRoutes = new ApiRoutes('Quotes');

const QUOTE_ANSWER_COLUMNS =
  `${QUOTE_COLUMNS}, ${STANDING_COLUMNS}, post_owner_id, supplier_id, contact_address, supplier:profiles!quotes_supplier_id_fkey(username), attachments:quote_attachments(path, name)` as const;

const selectQuotes = (client: Client, options: { count?: 'exact' } = {}) =>
  client.from('quotes').select(QUOTE_ANSWER_COLUMNS, options).order('id', { ascending: false });

type QuoteRow = QueryData<ReturnType<typeof selectQuotes>>[number];

/** A quote as `/api` answers it to its two parties. */
const toQuoteAnswer = (row: QuoteRow): Quote => ({
  ...toQuote(row),
  postOwnerId: row.post_owner_id,
  supplierId: row.supplier_id,
  username: row.supplier.username,
  contactAddress: row.contact_address,
  attachments: row.attachments,
});

/** Optional parts of a list of quotes. */
const PARTS = ['status', 'decision'] as const;

const listQuery = z.object({ ...includeQuery(PARTS), ...cursorQuery(POSTS_LIST_MAX) });

/** A quote in a list, with what was asked for. */
const listedQuoteSchema = quoteSchema.extend({
  status: decisionSchema.shape.status.optional(),
  decision: decisionSchema.optional(),
});

function toListedQuote(row: QuoteRow, parts: readonly (typeof PARTS)[number][]): z.infer<typeof listedQuoteSchema> {
  const decision = toDecision(row);
  return {
    ...toQuoteAnswer(row),
    ...(parts.includes('status') && { status: decision.status }),
    ...(parts.includes('decision') && { decision }),
  };
}

/** The caller's quotes after a cursor; `party` is their side of the quotes. */
async function listQuotes(
  c: ApiContext,
  client: Client,
  party: { column: 'supplier_id' | 'post_owner_id' | 'post_id'; id: number },
  query: z.output<typeof listQuery>,
): Promise<z.infer<typeof listedQuoteSchema>[]> {
  const quotes = selectQuotes(client, { count: 'exact' }).eq(party.column, party.id);
  const rows = rowsAfter(c, await after(quotes, query, POSTS_LIST_MAX), query.before);
  return rows.map((row) => toListedQuote(row, query.include));
}

quoteRoutes.operation(
  {
    method: 'post',
    path: '/quotes',
    summary: "Send a quote on another user's post, at most once every 5 days",
    access: 'user',
    body: quoteBodySchema,
    answer: quoteResponseSchema.extend({ id: idSchema }),
    status: 201,
    creates: '/quotes/{id}',
    refusals: {
      403: 'The post is your own',
      404: 'The post does not exist',
      409: 'The post is hidden or closed, or differs from `expectedRequest` (`changed_meanwhile`)',
      429: 'You have already sent a quote on this post; wait `daysToWait` days',
    },
  },
  async ({ c, client, body: quote }) => {
    const sent = dataOf(
      await client
        .rpc('submit_quote', {
          quote: {
            ...quoteRow(quote),
            client_id: quote.clientId ?? (await idempotencyKey(c)) ?? null,
          },
        })
        .single(),
    );
    return { id: sent.quote_id, postTitle: sent.post_title, postOwnerUsername: sent.post_owner_username };
  },
);

quoteRoutes.operation(
  {
    method: 'get',
    path: '/quotes/{id}',
    summary: 'Get a quote that I sent or received',
    access: 'user',
    ids: { id: 'Quote' },
    answer: quoteSchema,
  },
  async ({ client, ids }) => {
    const row = dataOf(await selectQuotes(client).eq('id', ids.id).maybeSingle());
    if (!row) throw notFound('Quote');
    return toQuoteAnswer(row);
  },
);

quoteRoutes.operation(
  {
    method: 'get',
    path: '/my-quotes',
    summary: 'List the quotes that I sent, newest first',
    access: 'user',
    query: listQuery,
    answer: z.array(listedQuoteSchema),
  },
  async ({ c, client, query }) => listQuotes(c, client, { column: 'supplier_id', id: await currentUserId(c) }, query),
);

quoteRoutes.operation(
  {
    method: 'get',
    path: '/user/posts/quotes',
    summary: 'List the quotes on all my posts, newest first',
    access: 'user',
    query: listQuery,
    answer: z.array(listedQuoteSchema),
  },
  async ({ c, client, query }) => listQuotes(c, client, { column: 'post_owner_id', id: await currentUserId(c) }, query),
);

quoteRoutes.operation(
  {
    method: 'get',
    path: '/posts/{id}/quotes',
    summary: 'List the quotes on one of my posts, newest first',
    access: 'user',
    ids: { id: 'Post' },
    query: listQuery,
    answer: z.array(listedQuoteSchema),
    refusals: { 403: 'The post belongs to another user' },
  },
  async ({ c, client, ids, query }) => {
    const userId = await currentUserId(c);
    const post = await fetchPost(client, ids.id);
    if (post.userId !== userId) throw forbidden();
    return listQuotes(c, client, { column: 'post_id', id: ids.id }, query);
  },
);
