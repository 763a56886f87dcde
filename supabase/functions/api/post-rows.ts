import type { QueryData } from '@supabase/supabase-js';
import type { z } from 'zod';
import { dataOf, type Client } from '../_shared/clients.ts';
import { postSchema, type Post } from '../_shared/domain/post.ts';
import { openState } from '../_shared/domain/requirements.ts';
import { postRequirementsSchema } from '../_shared/domain/requirements-schema.ts';
import { notFound } from '../_shared/http/api-error.ts';
import { POST_COLUMNS, REQUIREMENT_COLUMNS, toPost, toRequirements } from '../_shared/rows/post-row.ts';

export const POST_ANSWER_COLUMNS =
  `${POST_COLUMNS}, ${REQUIREMENT_COLUMNS}, owner:profiles!posts_user_id_fkey(username)` as const;

/** Columns of posts for their answer. */
export const selectPosts = (client: Client, options: { count?: 'exact' } = {}) =>
  client.from('posts').select(POST_ANSWER_COLUMNS, options);

type PostRow = QueryData<ReturnType<typeof selectPosts>>[number];

/** A post as answered by `/api`. */
export const toPostAnswer = (row: PostRow): Post => ({ ...toPost(row), username: row.owner.username });

/** Optional parts of a list of posts. */
export const POST_PARTS = ['status', 'requirements'] as const;

/** A post in a list, with what was asked for. */
export const listedPostSchema = postSchema.extend({
  state: postRequirementsSchema.shape.state.optional(),
  requirements: postRequirementsSchema.omit({ documents: true, state: true }).optional(),
});

/** A post in a list, with the included parts. */
export function toListedPost(
  row: PostRow,
  parts: readonly (typeof POST_PARTS)[number][],
): z.infer<typeof listedPostSchema> {
  const requirements = toRequirements(row);
  return {
    ...toPostAnswer(row),
    ...(parts.includes('status') && { state: openState(requirements, Date.now()) }),
    ...(parts.includes('requirements') && { requirements }),
  };
}

/** One post that is visible to the caller; 404 otherwise. */
export async function fetchPost(client: Client, id: number): Promise<Post> {
  const row = dataOf(await selectPosts(client).eq('id', id).maybeSingle());
  if (!row) throw notFound('Post');
  return toPostAnswer(row);
}
