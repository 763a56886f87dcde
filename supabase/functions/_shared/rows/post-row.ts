import type { PostBody } from '../domain/post.ts';
import type { Requirements } from '../domain/requirements-schema.ts';

function requirementRow(requirements: Requirements) {
  return {
    quantity: requirements.quantity,
    unit: requirements.unit,
    target_price: requirements.targetPrice,
    target_currency: requirements.targetCurrency,
    needed_by: requirements.neededBy,
    quote_deadline: requirements.quoteDeadline,
    incoterm: requirements.incoterm,
  };
}

/** What its owner writes of a post; requirements that are not there are left as they are. */
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
