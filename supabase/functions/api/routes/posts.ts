import { z } from 'zod';
import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import { callerClient, dataOf, readAsCaller, readVouched } from '../../_shared/clients.ts';
import { toCountryCode } from '../../_shared/domain/countries.ts';
import { timeSchema } from '../../_shared/domain/time-schema.ts';
import { POSTS_LIST_MAX, SEARCH_MAX } from '../../_shared/domain/limits.ts';
import { hidePostSchema, postBodySchema, postSchema } from '../../_shared/domain/post.ts';
import { requirementsSchema } from '../../_shared/domain/requirements-schema.ts';
import { ApiError, forbidden, notFound } from '../../_shared/http/api-error.ts';
import { idempotencyKey } from '../../_shared/http/body.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { postRow } from '../../_shared/rows/post-row.ts';
import { currentUserId } from '../current-user.ts';
import { includeQuery, wordsOf } from '../include.ts';
import {
  fetchPost,
  listedPostSchema,
  POST_ANSWER_COLUMNS,
  POST_PARTS,
  selectPosts,
  toListedPost,
  toPostAnswer,
} from '../post-rows.ts';
import { after, cursorQuery, pageQuery, rowsAfter, tellPages, tellTotal, wholeNumber } from '../paging.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Purchase requests. The database decides about permissions. */
export const postRoutes = new ApiRoutes('Posts');

const days = (description: string) => wholeNumber(365).optional().meta({ description });

/** The filters of GET /api/posts; `category` can list several, separated by commas. */
const listSchema = z.object({
  search: z.string().trim().max(SEARCH_MAX).optional(),
  country: z.string().trim().transform(toCountryCode).optional(),
  category: z.string().transform(wordsOf).optional(),
  open: z.stringbool().optional().meta({ description: 'Only posts that take quotes' }),
  closing: days('Only posts whose deadline is within so many days'),
  posted: days('Only posts of the last days'),
  sort: z
    .enum(['newest', 'closing'])
    .default('newest')
    .meta({ description: '`closing`: those whose deadline is next come first; at most 1,000 are listed' }),
  ...includeQuery(POST_PARTS),
  ...pageQuery(POSTS_LIST_MAX),
});

postRoutes.operation(
  {
    method: 'get',
    path: '/posts',
    summary: `List visible posts, newest first, at most ${POSTS_LIST_MAX}`,
    description:
      '`category` takes several categories, separated by commas. `limit` is the size of a `page`; with either of them, the header `X-Total-Count` tells the total, where 1001 means "more than 1,000" if there is a search or a filter besides country and category.',
    access: 'anyone',
    query: listSchema,
    answer: z.array(listedPostSchema),
  },
  async ({ c, query }) => {
    const { search, country, category, open, closing, posted, sort, page = 1, limit = POSTS_LIST_MAX } = query;
    const narrowed = {
      search: search || undefined,
      country: country || undefined,
      categories: category?.length ? category : undefined,
      open,
      closing,
      posted,
    };
    const isPaged = query.page !== undefined || query.limit !== undefined;
    const { rows, total } = await readVouched(c, async (client, asUser) => {
      const [posts, count] = await Promise.all([
        client
          .rpc('list_posts', { ...narrowed, sort, page, page_size: limit, as_user: asUser || undefined })
          .select(POST_ANSWER_COLUMNS)
          // The place in the list.
          .order('search'),
        isPaged ? client.rpc('count_posts', narrowed) : null,
      ]);
      return { rows: dataOf(posts), total: count && dataOf(count) };
    });
    if (total !== null) tellTotal(c, total);
    tellPages(c, { page, limit, count: rows.length });
    return rows.map((row) => toListedPost(row, query.include));
  },
);

postRoutes.operation(
  {
    method: 'get',
    path: '/posts/{id}',
    summary: 'Get a post; only its owner and admins get a hidden one',
    access: 'anyone',
    ids: { id: 'Post' },
    answer: postSchema,
  },
  async ({ c, ids }) => readAsCaller(c, (client) => fetchPost(client, ids.id)),
);

postRoutes.operation(
  {
    method: 'get',
    path: '/user/posts',
    summary: 'List my posts, including hidden ones, newest first',
    access: 'user',
    query: z.object({ ...includeQuery(POST_PARTS), ...cursorQuery(POSTS_LIST_MAX) }),
    answer: z.array(listedPostSchema),
  },
  async ({ c, client, query }) => {
    const userId = await currentUserId(c);
    const mine = selectPosts(client, { count: 'exact' }).eq('user_id', userId).order('id', { ascending: false });
    const rows = rowsAfter(c, await after(mine, query, POSTS_LIST_MAX), query.before);
    return rows.map((row) => toListedPost(row, query.include));
  },
);

/** A post with its requirements, which GET /api/posts/{id}/requirements answers. */
const bodySchema = postBodySchema.extend({ requirements: requirementsSchema.optional() });

/** The answer to a write of a post; a refusal names the fields as in the body. */
function written<T>(response: PostgrestSingleResponse<T>): T {
  try {
    return dataOf(response);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details.errors) throw error;
    const errors = error.details.errors.map(({ path, message }) => ({
      path: path in requirementsSchema.in.shape ? `requirements.${path}` : path,
      message,
    }));
    throw new ApiError(error.status, error.message, { ...error.details, errors });
  }
}

postRoutes.operation(
  {
    method: 'post',
    path: '/posts',
    summary: 'Publish a post (a purchase request)',
    access: 'user',
    body: bodySchema,
    answer: postSchema,
    status: 201,
    creates: '/posts/{id}',
  },
  async ({ c, client, body }) => {
    const key = await idempotencyKey(c);
    const created = await client
      .from('posts')
      .insert({ ...postRow(body), client_id: key ?? undefined })
      .select('id')
      .single();
    // A repeat with the same key finds an existing post, which is the answer.
    if (created.error?.code === '23505' && key) return postOfKey(c, key);
    return fetchPost(client, written(created).id);
  },
);

async function postOfKey(c: ApiContext, key: string) {
  const userId = await currentUserId(c);
  const query = selectPosts(await callerClient(c)).eq('user_id', userId);
  return toPostAnswer(dataOf(await query.eq('client_id', key).single()));
}

postRoutes.operation(
  {
    method: 'put',
    path: '/posts/{id}',
    summary: 'Change my post',
    access: 'user',
    ids: { id: 'Post' },
    body: bodySchema,
    answer: postSchema,
  },
  async ({ c, client, ids, body }) => {
    const changed = written(await client.from('posts').update(postRow(body)).eq('id', ids.id).select('id'));
    if (changed.length === 0) throw await refusal(c, ids.id);
    return fetchPost(client, ids.id);
  },
);

postRoutes.operation(
  {
    method: 'delete',
    path: '/posts/{id}',
    summary: 'Delete my post permanently',
    access: 'user',
    ids: { id: 'Post' },
    answer: doneSchema,
  },
  async ({ c, client, ids }) => {
    const deleted = dataOf(await client.from('posts').delete().eq('id', ids.id).select('id'));
    if (deleted.length === 0) throw await refusal(c, ids.id);
    return { message: 'Post deleted' };
  },
);

/** The reason why a write matched no row: 403 for somebody else's post, 404 for one that the caller cannot see. */
async function refusal(c: ApiContext, id: number): Promise<ApiError> {
  const client = await callerClient(c);
  const post = dataOf(await client.from('posts').select('id').eq('id', id).maybeSingle());
  return post ? forbidden() : notFound('Post');
}

postRoutes.operation(
  {
    method: 'patch',
    path: '/posts/{id}/hide',
    summary: 'Hide my post; admins may hide any post',
    access: 'user',
    ids: { id: 'Post' },
    body: hidePostSchema,
    isBodyOptional: true,
    answer: postSchema,
    refusals: { 409: 'For admins: its owner has hidden it' },
  },
  async ({ client, ids, body: { reason } }) => {
    dataOf(await client.rpc('hide_post', { post_id: ids.id, reason: reason ?? undefined }));
    return fetchPost(client, ids.id);
  },
);

postRoutes.operation(
  {
    method: 'patch',
    path: '/posts/{id}/unhide',
    summary: 'Unhide a post; only admins may unhide what an admin has hidden',
    access: 'user',
    ids: { id: 'Post' },
    query: z.object({ hiddenAt: timeSchema.optional() }),
    answer: postSchema,
    refusals: { 409: 'For admins: it was hidden at another time than `hiddenAt`, or by its owner and none is named' },
  },
  async ({ client, ids, query }) => {
    dataOf(await client.rpc('unhide_post', { post_id: ids.id, hidden_at: query.hiddenAt }));
    return fetchPost(client, ids.id);
  },
);
