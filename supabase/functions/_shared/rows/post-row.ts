import type { PostBody } from '../domain/post.ts';
import type { Requirements } from '../domain/requirements-schema.ts';
import { CLOSED_REASONS, INCOTERMS } from '../domain/requirements.ts';
import type { Row } from './row.ts';

/** Columns of a post in its own table. */
export const OWN_POST_COLUMNS =
  'id, user_id, title, description, category, country, area, delivery_address, port, images, is_hidden, hidden_reason, hidden_by, created_at, updated_at';
const COUNTERS = 'likes, quotes';

/** Columns of a post, with its counters; callers add those of its owner. */
export const POST_COLUMNS = `${OWN_POST_COLUMNS}, counters:post_counters(${COUNTERS})` as const;

type PostRow = Row<'posts', typeof OWN_POST_COLUMNS> & {
  counters: Row<'post_counters', typeof COUNTERS> | null;
};

/** A post for page and `/api`, without its owner. */
export function toPost(row: PostRow) {
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    description: row.description,
    category: row.category,
    country: row.country,
    area: row.area,
    deliveryAddress: row.delivery_address,
    port: row.port,
    images: row.images,
    likes: row.counters?.likes ?? 0,
    quoteCount: row.counters?.quotes ?? 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isHidden: row.is_hidden,
    hiddenReason: row.hidden_reason,
    hiddenBy: row.hidden_by,
  };
}

/** Columns of the requirements of a post, and of whether it accepts quotes. */
export const REQUIREMENT_COLUMNS =
  'quantity, unit, target_price, target_currency, needed_by, quote_deadline, incoterm, closed_at, closed_reason';

/** The requirements of a post, null where not set, and when and why it was closed. */
export function toRequirements(row: Row<'posts', typeof REQUIREMENT_COLUMNS>) {
  return {
    quantity: row.quantity,
    unit: row.unit,
    targetPrice: row.target_price,
    targetCurrency: row.target_currency,
    neededBy: row.needed_by,
    quoteDeadline: row.quote_deadline,
    incoterm: INCOTERMS.find((term) => term === row.incoterm) ?? null,
    closedAt: row.closed_at,
    closedReason: CLOSED_REASONS.find((reason) => reason === row.closed_reason) ?? null,
  } satisfies Requirements & Record<'closedAt' | 'closedReason', string | null>;
}

function requirementRow(requirements: Requirements) {
  return {
    quantity: requirements.quantity,
    unit: requirements.unit,
    target_price: requirements.targetPrice,
    target_currency: requirements.targetCurrency,
    needed_by: requirements.neededBy,
    quote_deadline: requirements.quoteDeadline,
    incoterm: requirements.incoterm,
  } satisfies Omit<Row<'posts', typeof REQUIREMENT_COLUMNS>, 'closed_at' | 'closed_reason'>;
}

/** The row that an owner writes for a post; missing requirements keep their stored values. */
export function postRow(post: PostBody & { requirements?: Requirements | undefined }) {
  return {
    ...(post.requirements && requirementRow(post.requirements)),
    title: post.title,
    description: post.description,
    category: post.category,
    country: post.country,
    area: post.area,
    delivery_address: post.deliveryAddress,
    port: post.port,
    images: post.images,
  };
}

/** A column of a post that its owner can write. */
export type PostColumn = keyof ReturnType<typeof postRow>;
