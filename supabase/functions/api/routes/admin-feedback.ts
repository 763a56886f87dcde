import type { QueryData } from '@supabase/supabase-js';
import { z } from 'zod';
import { dataOf, type Client } from '../../_shared/clients.ts';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES } from '../../_shared/domain/feedback.ts';
import { containsPattern } from '../../_shared/domain/fold.ts';
import { idSchema, optionalText, requiredText } from '../../_shared/domain/input.ts';
import { BULK_MAX, HIDE_NOTE_MAX } from '../../_shared/domain/limits.ts';
import { timeSchema } from '../../_shared/domain/time-schema.ts';
import { notFound } from '../../_shared/http/api-error.ts';
import { idempotencyKey } from '../../_shared/http/body.ts';
import {
  FEEDBACK_COLUMNS,
  FEEDBACK_ENTRY_COLUMNS,
  toFeedback,
  toFeedbackEntry,
} from '../../_shared/rows/feedback-row.ts';
import { answerOfList, listAnswer, listQuery, pageOfList } from '../admin-list.ts';
import { ApiRoutes, doneSchema } from '../router.ts';
import { IN_PARTS, partRefusals } from './admin-bulk-actions.ts';

/** Feedback for admins. */
export const adminFeedbackRoutes = new ApiRoutes('Admin');

const categories = FEEDBACK_CATEGORIES.map(({ value }) => value);
const statuses = FEEDBACK_STATUSES.map(({ value }) => value);

const feedbackSchema = z.object({
  id: idSchema,
  reference: z.string(),
  userId: idSchema.nullable(),
  username: z.string().nullable(),
  email: z.string(),
  category: z.string(),
  subject: z.string(),
  message: z.string(),
  images: z.array(z.string()),
  pagePath: z.string(),
  userAgent: z.string(),
  status: z.string(),
  assigneeId: idSchema.nullable(),
  assigneeUsername: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

const FEEDBACK_ANSWER_COLUMNS =
  `${FEEDBACK_COLUMNS}, user_id, assignee_id, sender:profiles!feedback_user_id_fkey(username), assignee:profiles!feedback_assignee_id_fkey(username)` as const;

const selectFeedback = (client: Client) => client.from('feedback').select(FEEDBACK_ANSWER_COLUMNS, { count: 'exact' });

const toFeedbackAnswer = (row: QueryData<ReturnType<typeof selectFeedback>>[number]) => ({
  ...toFeedback(row),
  userId: row.user_id,
  username: row.sender?.username ?? null,
  assigneeId: row.assignee_id,
  assigneeUsername: row.assignee?.username ?? null,
});

adminFeedbackRoutes.operation(
  {
    method: 'get',
    path: '/admin/feedback',
    summary: 'List feedback, page by page, newest first',
    description:
      '`q` searches reference numbers, subjects, messages, senders and pages. `images` are paths in a private bucket.',
    access: 'admin',
    query: z.object({
      ...listQuery(['createdAt', 'category', 'subject', 'status']),
      category: z.enum(categories).optional(),
      status: z.enum(statuses).optional(),
      assigneeId: z.coerce.number().int().positive().optional(),
    }),
    answer: listAnswer(feedbackSchema),
  },
  async ({ client, query }) => {
    let request = selectFeedback(client);
    const number = /^(?:#|FB-)?0*([1-9]\d{0,14})$/i.exec(query.q ?? '')?.[1];
    if (number) request = request.eq('id', Number(number));
    else if (query.q) request = request.like('folded', containsPattern(query.q));
    if (query.category) request = request.eq('category', query.category);
    if (query.status) request = request.eq('status', query.status);
    if (query.assigneeId) request = request.eq('assignee_id', query.assigneeId);
    if (query.sort && query.sort !== 'createdAt')
      request = request.order(query.sort, { ascending: query.order === 'asc' });
    return answerOfList(await pageOfList(request, query), query, toFeedbackAnswer);
  },
);

const ofFeedback = { access: 'admin', ids: { id: 'Feedback' } } as const;
const ENTRY_MAX = 2_000;

const entrySchema = z.object({
  id: idSchema,
  kind: z.enum(['note', 'reply']),
  body: z.string(),
  author: z.string().nullable(),
  createdAt: z.string(),
});

adminFeedbackRoutes.operation(
  {
    ...ofFeedback,
    method: 'get',
    path: '/admin/feedback/{id}/entries',
    summary: 'List the notes on a feedback and the replies to it, oldest first',
    answer: z.array(entrySchema),
  },
  async ({ client, ids }) => {
    if (!dataOf(await client.from('feedback').select('id').eq('id', ids.id).maybeSingle())) throw notFound('Feedback');
    const rows = dataOf(
      await client.from('feedback_entries').select(FEEDBACK_ENTRY_COLUMNS).eq('feedback_id', ids.id).order('id'),
    );
    return rows.map((row) => ({ ...toFeedbackEntry(row), kind: entrySchema.shape.kind.parse(row.kind) }));
  },
);

const entryBody = z.object({ body: requiredText('Text is required', ENTRY_MAX, 'Text too long') });

adminFeedbackRoutes.operation(
  {
    ...ofFeedback,
    method: 'post',
    path: '/admin/feedback/{id}/replies',
    summary: 'Reply to a feedback: its sender gets a mail and, if they have an account, a notification',
    body: entryBody.extend({ lastReplyId: z.number().int().min(0).optional() }),
    answer: doneSchema,
    status: 201,
  },
  async ({ c, client, ids, body }) => {
    const client_id = (await idempotencyKey(c)) ?? crypto.randomUUID();
    const reply = { feedback_id: ids.id, body: body.body, client_id, last_reply: body.lastReplyId };
    dataOf(await client.rpc('reply_to_feedback', reply));
    return { message: 'Reply sent' };
  },
);

adminFeedbackRoutes.operation(
  {
    ...ofFeedback,
    method: 'post',
    path: '/admin/feedback/{id}/notes',
    summary: 'Add a note on a feedback for other admins',
    body: entryBody,
    answer: doneSchema,
    status: 201,
  },
  async ({ c, client, ids, body }) => {
    const client_id = (await idempotencyKey(c)) ?? crypto.randomUUID();
    dataOf(await client.rpc('add_feedback_note', { feedback_id: ids.id, body: body.body, client_id }));
    return { message: 'Note added' };
  },
);

adminFeedbackRoutes.operation(
  {
    ...ofFeedback,
    method: 'put',
    path: '/admin/feedback/{id}/status',
    summary: 'Set the status of a feedback',
    body: z.object({ status: z.enum(statuses), expected: z.enum(statuses).optional() }),
    answer: doneSchema,
  },
  async ({ client, ids, body }) => {
    dataOf(await client.rpc('set_feedback_status', { feedback_id: ids.id, ...body }));
    return { message: 'Status changed' };
  },
);

adminFeedbackRoutes.operation(
  {
    ...ofFeedback,
    method: 'put',
    path: '/admin/feedback/{id}/assignee',
    summary: 'Assign a feedback to me, or to nobody',
    body: z.object({ toMe: z.boolean(), expectedAssigneeId: z.number().int().min(0).optional() }),
    answer: doneSchema,
  },
  async ({ client, ids, body }) => {
    dataOf(
      await client.rpc('assign_feedback', { feedback_id: ids.id, to_me: body.toMe, expected: body.expectedAssigneeId }),
    );
    return { message: body.toMe ? 'Assigned to you' : 'Assigned to nobody' };
  },
);

adminFeedbackRoutes.operation(
  {
    ...ofFeedback,
    method: 'delete',
    path: '/admin/feedback/{id}',
    summary: 'Delete a feedback along with its notes and replies',
    query: z.object({ expectedUpdatedAt: timeSchema.optional() }),
    answer: doneSchema,
    refusals: { 409: 'It was last changed or answered at another time than `expectedUpdatedAt`' },
  },
  async ({ client, ids, query }) => {
    dataOf(await client.rpc('delete_feedback', { feedback_id: ids.id, expected_updated_at: query.expectedUpdatedAt }));
    return { message: 'Feedback deleted' };
  },
);

const CHOOSE_FEEDBACK = `Choose 1 to ${BULK_MAX} messages`;
const selection = {
  feedbackIds: z.array(idSchema).min(1, CHOOSE_FEEDBACK).max(BULK_MAX, CHOOSE_FEEDBACK),
  note: optionalText(HIDE_NOTE_MAX, 'Note too long'),
  clientId: z.uuid().optional(),
};
const batchSchema = z.object({ id: idSchema.nullable(), feedback: z.number().int() });
const toBatch = (row: { id: number; other_count: number } | null) => ({
  id: row?.id ?? null,
  feedback: row?.other_count ?? 0,
});

adminFeedbackRoutes.operation(
  {
    method: 'post',
    path: '/admin/feedback/status',
    summary: 'Set the status of selected feedback',
    description: `What has this status, or is deleted, is skipped. Nobody is told. ${IN_PARTS}`,
    access: 'admin',
    body: z.object({ ...selection, status: z.enum(statuses) }),
    answer: batchSchema,
    refusals: partRefusals,
  },
  async ({ client, body: { feedbackIds: feedback_ids, note, clientId: client_id, status } }) =>
    toBatch(
      dataOf(
        await client
          .rpc('bulk_set_feedback_status', { feedback_ids, status, note: note ?? undefined, client_id })
          .select('id, other_count')
          .maybeSingle(),
      ),
    ),
);

adminFeedbackRoutes.operation(
  {
    method: 'post',
    path: '/admin/feedback/delete',
    summary: 'Delete selected feedback, for good after 30 days',
    description: `What is deleted already is skipped. ${IN_PARTS}`,
    access: 'admin',
    body: z.object(selection),
    answer: batchSchema,
    refusals: partRefusals,
  },
  async ({ client, body: { feedbackIds: feedback_ids, note, clientId: client_id } }) =>
    toBatch(
      dataOf(
        await client
          .rpc('bulk_delete_feedback', { feedback_ids, note: note ?? undefined, client_id })
          .select('id, other_count')
          .maybeSingle(),
      ),
    ),
);
