import { z } from 'zod';
import { dataOf } from '../../_shared/clients.ts';
import { sayPrice, sayQuantity } from '../../_shared/domain/amounts.ts';
import { comparisonSchema, toAmount } from '../../_shared/domain/comparison-answer.ts';
import { ratesByCurrency } from '../../_shared/domain/exchange-rates.ts';
import { POSTS_LIST_MAX } from '../../_shared/domain/limits.ts';
import { compareQuotes, reckoningOf } from '../../_shared/domain/quote-comparison.ts';
import { todayUtc } from '../../_shared/domain/quote-status.ts';
import { forbidden, notFound } from '../../_shared/http/api-error.ts';
import { DECISION_COLUMNS, toDecision } from '../../_shared/rows/quote-decision-row.ts';
import { currentUserId } from '../current-user.ts';
import { ApiRoutes } from '../router.ts';

/** The comparison of the quotes on a post, computed and marked as on the page. */
export const comparisonRoutes = new ApiRoutes('Decisions');

const COMPARED_COLUMNS =
  `${DECISION_COLUMNS}, supplier_id, price_text, quantity_text, currency, delivery_time, shipping_method, description, supplier:profiles!quotes_supplier_id_fkey(username, rating_average, rating_count)` as const;

comparisonRoutes.operation(
  {
    method: 'get',
    path: '/posts/{id}/comparison',
    summary: 'Compare the quotes on one of my posts',
    description: `At most the newest ${POSTS_LIST_MAX} quotes. Prices are per \`unit\`, and for the wanted quantity of the post, converted to \`currency\`: if it is left out, that of the target price, or else the one that most quotes have. Marked as best are all ties among quotes that are undecided or accepted; no price is marked where a currency has no exchange rate of the last seven days (\`withoutCurrentRate\`), or where Incoterm or tax differ (\`unlikeTerms\`). \`priceRead\` and \`quantityRead\` say what was read in \`price\` and \`quantity\`, with the numbers of English.`,
    access: 'user',
    ids: { id: 'Post' },
    query: z.object({
      currency: z
        .string()
        .regex(/^[A-Za-z]{3}$/)
        .toUpperCase()
        .optional(),
    }),
    answer: comparisonSchema,
    refusals: { 403: 'The post belongs to another user' },
  },
  async ({ c, client, ids, query }) => {
    const [me, posts, rows, rates] = await Promise.all([
      currentUserId(c),
      client.from('posts').select('user_id, quantity, unit, target_currency, incoterm').eq('id', ids.id).maybeSingle(),
      client
        .from('quotes')
        .select(COMPARED_COLUMNS)
        .eq('post_id', ids.id)
        .order('id', { ascending: false })
        .limit(POSTS_LIST_MAX),
      client.rpc('latest_exchange_rates'),
    ]);
    const post = dataOf(posts);
    if (!post) throw notFound('Post');
    if (post.user_id !== me) throw forbidden();
    const quotes = dataOf(rows).map((row) => ({
      ...toDecision(row),
      id: row.id,
      supplierId: row.supplier_id,
      username: row.supplier.username,
      price: row.price_text,
      currency: row.currency,
      quantity: row.quantity_text,
      deliveryTime: row.delivery_time,
      shippingMethod: row.shipping_method,
      description: row.description,
      rating: row.supplier.rating_count > 0 ? row.supplier.rating_average : null,
    }));
    const wanted = post.quantity === null ? null : { quantity: post.quantity, unit: post.unit };
    const { currency } = reckoningOf(quotes, { wanted, currency: query.currency ?? post.target_currency });
    const { columns, unit, withoutCurrentRate, unlikeTerms } = compareQuotes(quotes, {
      wanted,
      incoterm: post.incoterm,
      currency,
      rates: ratesByCurrency(dataOf(rates).map(({ usd_per_unit: usdPerUnit, ...rate }) => ({ ...rate, usdPerUnit }))),
      today: todayUtc(),
    });
    const compared = quotes.flatMap((quote, place) => {
      const column = columns[place];
      return column ? [{ quote, column }] : [];
    });
    return {
      currency,
      unit: unit?.label ?? null,
      withoutCurrentRate,
      unlikeTerms,
      quotes: compared.map(({ quote, column }) => ({
        quoteId: quote.id,
        supplierId: quote.supplierId,
        username: quote.username,
        averageRating: quote.rating,
        status: quote.status,
        price: quote.price,
        quantity: quote.quantity,
        deliveryTime: quote.deliveryTime,
        priceRead: 'unread' in column.price ? null : sayPrice(column.price),
        quantityRead: 'unread' in column.minimum ? null : sayQuantity(column.minimum),
        ...column.terms,
        unitPrice: toAmount(column.unitPrice),
        totalPrice: column.total && toAmount(column.total),
        minimumOrder: toAmount(column.minimumOrder),
        isMinimumTooMuch: column.isMinimumTooMuch,
        deliveryDays: 'days' in column.delivery ? column.delivery.days : null,
        isBestPrice: column.isBestPrice,
        isFastest: column.isFastest,
        isBestRated: column.isBestRated,
      })),
    };
  },
);
