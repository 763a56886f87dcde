import { z } from 'zod';
import { callerClient, dataOf } from '../../_shared/clients.ts';
import { FEEDBACK_CATEGORIES, FEEDBACK_STATUSES, feedbackReference } from '../../_shared/domain/feedback.ts';
import { idSchema } from '../../_shared/domain/input.ts';
import { fromDatabase } from '../../_shared/http/api-error.ts';
import { anywhere, listAnswer, listQuery } from '../admin-list.ts';
import { ApiRoutes } from '../router.ts';

/** Feedback for admins (B19, B23). */
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

adminFeedbackRoutes.operation(
  {
    method: 'get',
    path: '/admin/feedback',
    summary: 'One page of the feedback, newest first',
    description: '`q` looks at the reference number, subject, message, sender and page. `images` are paths in a private bucket.',
    access: 'admin',
    query: z.object({
      ...listQuery(['createdAt', 'category', 'subject', 'status']),
      category: z.enum(categories).optional(),
      status: z.enum(statuses).optional(),
      assigneeId: z.coerce.number().int().positive().optional(),
    }),
    answer: listAnswer(feedbackSchema),
  },
  async ({ c, query }) => {
    const client = await callerClient(c);
    const first = (query.page - 1) * query.pageSize;
    let request = client
      .from('feedback')
      .select(
        'id, user_id, email, category, subject, message, images, page_path, user_agent, status, assignee_id, created_at, updated_at, sender:profiles!feedback_user_id_fkey(username), assignee:profiles!feedback_assignee_id_fkey(username)',
        { count: 'exact' },
      );
    const number = /^(?:#|FB-)?0*([1-9]\d{0,14})$/i.exec(query.q ?? '')?.[1];
    if (number) request = request.eq('id', Number(number));
    else if (query.q) request = request.or(anywhere(['subject', 'message', 'email', 'page_path'], query.q));
    if (query.category) request = request.eq('category', query.category);
    if (query.status) request = request.eq('status', query.status);
    if (query.assigneeId) request = request.eq('assignee_id', query.assigneeId);
    if (query.from) request = request.gte('created_at', query.from);
    if (query.to) request = request.lt('created_at', query.to);
    if (query.sort && query.sort !== 'createdAt') request = request.order(query.sort, { ascending: query.order === 'asc' });
    const answer = await request.order('id', { ascending: query.order === 'asc' }).range(first, first + query.pageSize - 1);
    // Behind the last row there is nothing, which is no failure.
    if (answer.status === 416) return { items: [], total: answer.count ?? first };
    if (answer.error) throw fromDatabase(answer.error, answer.status);
    return {
      items: dataOf(answer).map((row) => ({
        id: row.id,
        reference: feedbackReference(row.id),
        userId: row.user_id,
        username: row.sender?.username ?? null,
        email: row.email,
        category: row.category,
        subject: row.subject,
        message: row.message,
        images: row.images,
        pagePath: row.page_path,
        userAgent: row.user_agent,
        status: row.status,
        assigneeId: row.assignee_id,
        assigneeUsername: row.assignee?.username ?? null,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      })),
      total: answer.count ?? answer.data.length,
    };
  },
);
