import { callerClient, dataOf } from '../../_shared/clients.ts';
import { openState } from '../../_shared/domain/requirements.ts';
import {
  closePostSchema,
  documentsBodySchema,
  postRequirementsSchema,
  reopenPostSchema,
  type PostRequirements,
} from '../../_shared/domain/requirements-schema.ts';
import { notFound } from '../../_shared/http/api-error.ts';
import type { ApiContext } from '../../_shared/http/context.ts';
import { readSession } from '../../_shared/http/session.ts';
import { REQUIREMENT_COLUMNS, toRequirements } from '../../_shared/rows/post-row.ts';
import { ApiRoutes } from '../router.ts';

/** Requirements and closing of posts: data that are not part of a post's own answer. */
export const requirementRoutes = new ApiRoutes('Posts');

/** The requirements of a post that is visible to the caller; 404 otherwise. */
async function fetchRequirements(c: ApiContext, postId: number): Promise<PostRequirements> {
  const [client, session] = await Promise.all([callerClient(c), readSession(c)]);
  const [posts, documents] = await Promise.all([
    client.from('posts').select(REQUIREMENT_COLUMNS).eq('id', postId).maybeSingle(),
    // Guests cannot read documents.
    session && client.from('post_attachments').select('path, name').eq('post_id', postId).order('id'),
  ]);
  const row = dataOf(posts);
  if (!row) throw notFound('Post');
  const requirements = toRequirements(row);
  return {
    ...requirements,
    documents: documents ? dataOf(documents) : [],
    state: openState(requirements, Date.now()),
  };
}

requirementRoutes.operation(
  {
    method: 'get',
    path: '/posts/{id}/requirements',
    summary: 'Get what a post asks for beyond its text, and whether it takes quotes',
    description:
      'Each requirement is null where none is given. `state` is `overdue` once `quoteDeadline` has passed: the post takes no more quotes, and its owner decides on those that it has. `documents` is empty for callers who are not signed in.',
    access: 'anyone',
    ids: { id: 'Post' },
    answer: postRequirementsSchema,
  },
  ({ c, ids }) => fetchRequirements(c, ids.id),
);

const ofOwner = {
  method: 'post',
  access: 'user',
  ids: { id: 'Post' },
  answer: postRequirementsSchema,
  refusals: { 403: 'The post belongs to another user' },
} as const;

requirementRoutes.operation(
  {
    ...ofOwner,
    path: '/posts/{id}/close',
    summary: 'Close my post: it takes no more quotes',
    description: 'Suppliers whose quote is not decided on are told. A post that is closed stays as it is.',
    body: closePostSchema,
  },
  async ({ c, client, ids, body: { reason } }) => {
    dataOf(await client.rpc('close_post', { post_id: ids.id, reason }));
    return fetchRequirements(c, ids.id);
  },
);

requirementRoutes.operation(
  {
    ...ofOwner,
    path: '/posts/{id}/reopen',
    summary: 'Open my closed post again, or give it another deadline',
    description: 'Where the deadline has passed, `quoteDeadline` has to be a new one.',
    body: reopenPostSchema,
    isBodyOptional: true,
  },
  async ({ c, client, ids, body: { quoteDeadline } }) => {
    dataOf(await client.rpc('reopen_post', { post_id: ids.id, quote_deadline: quoteDeadline ?? undefined }));
    return fetchRequirements(c, ids.id);
  },
);

requirementRoutes.operation(
  {
    ...ofOwner,
    method: 'put',
    path: '/posts/{id}/documents',
    summary: 'Give my post these documents, and no others',
    description:
      'Their paths come from `POST /api/posts/upload-document`, or from the requirements of the post for those that stay. Signed-in users who see the post can read them.',
    body: documentsBodySchema,
  },
  async ({ c, client, ids, body: { documents } }) => {
    dataOf(await client.rpc('set_post_documents', { post_id: ids.id, documents }));
    return fetchRequirements(c, ids.id);
  },
);
