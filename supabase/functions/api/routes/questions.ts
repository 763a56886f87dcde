import type { QueryData } from '@supabase/supabase-js';
import { z } from 'zod';
import { callerClient, dataOf, type Client } from '../../_shared/clients.ts';
import {
  answerBodySchema,
  postQuestionSchema,
  questionBodySchema,
  type PostQuestion,
} from '../../_shared/domain/post-question.ts';
import { POSTS_LIST_MAX } from '../../_shared/domain/limits.ts';
import { notFound } from '../../_shared/http/api-error.ts';
import { idempotencyKey } from '../../_shared/http/body.ts';
import { fetchPost } from '../post-rows.ts';
import { ApiRoutes } from '../router.ts';

/** Public questions on posts. An unanswered question is visible to its author, the owner of the post and admins. */
export const questionRoutes = new ApiRoutes('Questions');

const selectQuestions = (client: Client) =>
  client
    .from('post_questions')
    .select(
      'id, post_id, asker_id, question, answer, answered_at, created_at, asker:profiles!post_questions_asker_id_fkey(username)',
    );

type QuestionRow = QueryData<ReturnType<typeof selectQuestions>>[number];

const toQuestion = (row: QuestionRow): PostQuestion => ({
  id: row.id,
  postId: row.post_id,
  askerId: row.asker_id,
  askerUsername: row.asker.username,
  question: row.question,
  answer: row.answer,
  answeredAt: row.answered_at,
  createdAt: row.created_at,
});

async function fetchQuestion(client: Client, id: number): Promise<PostQuestion> {
  const row = dataOf(await selectQuestions(client).eq('id', id).maybeSingle());
  if (!row) throw notFound('Question');
  return toQuestion(row);
}

questionRoutes.operation(
  {
    method: 'get',
    path: '/posts/{id}/questions',
    summary: 'List the questions on a post, oldest first',
    description:
      'Those that are answered; without an answer, only to who asked, to the owner of the post and to admins.',
    access: 'anyone',
    ids: { id: 'Post' },
    answer: z.array(postQuestionSchema),
  },
  async ({ c, ids }) => {
    const client = await callerClient(c);
    await fetchPost(client, ids.id);
    return dataOf(await selectQuestions(client).eq('post_id', ids.id).order('id').limit(POSTS_LIST_MAX)).map(
      toQuestion,
    );
  },
);

questionRoutes.operation(
  {
    method: 'post',
    path: '/posts/{id}/questions',
    summary: "Ask about another user's post",
    description:
      'At most five questions of a user on a post wait for an answer at a time. A repeat with the same `clientId` returns the first question.',
    access: 'user',
    ids: { id: 'Post' },
    body: questionBodySchema,
    answer: postQuestionSchema,
    status: 201,
    refusals: {
      403: 'The post is your own',
      409: 'The post is closed',
    },
  },
  async ({ c, client, ids, body: { question, clientId } }) => {
    const id = dataOf(
      await client.rpc('ask_question', {
        post_id: ids.id,
        question,
        client_id: clientId ?? (await idempotencyKey(c)) ?? undefined,
      }),
    );
    return fetchQuestion(client, id);
  },
);

questionRoutes.operation(
  {
    method: 'put',
    path: '/questions/{id}/answer',
    summary: 'Answer a question on my post, for everybody to read',
    access: 'user',
    ids: { id: 'Question' },
    body: answerBodySchema,
    answer: postQuestionSchema,
    description: 'Within 15 minutes the answer can be corrected in the same way.',
    refusals: {
      403: 'The post belongs to another user',
      409: 'It was answered more than 15 minutes ago, or hidden by an admin',
    },
  },
  async ({ client, ids, body: { answer } }) => {
    dataOf(await client.rpc('answer_question', { question_id: ids.id, answer }));
    return fetchQuestion(client, ids.id);
  },
);
