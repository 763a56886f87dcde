import type { PostBody } from '@domain/post.ts';

/** The columns that a person writes of a post. */
export function postColumns(post: PostBody) {
  return {
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
