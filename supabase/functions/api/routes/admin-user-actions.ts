import { z } from 'zod';
import { dataOf } from '../../_shared/clients.ts';
import { ACCOUNT_STATUSES, SUSPENSION_DAYS } from '../../_shared/domain/account-status.ts';
import { idSchema, requiredText } from '../../_shared/domain/input.ts';
import { timeSchema } from '../../_shared/domain/time-schema.ts';
import { HIDE_REASON_MAX } from '../../_shared/domain/limits.ts';
import { roleSchema } from '../../_shared/domain/user.ts';
import { notFound } from '../../_shared/http/api-error.ts';
import { idempotencyKey } from '../../_shared/http/body.ts';
import { toLinkedAccount } from '../../_shared/rows/linked-account-row.ts';
import { ApiRoutes, doneSchema } from '../router.ts';
import { IN_CALLS } from './admin-bulk-actions.ts';

/** Actions of admins on accounts. The database checks the permissions and writes the audit log. */
export const adminUserActionRoutes = new ApiRoutes('Admin');

const NOTE_MAX = 2_000;

const reason = requiredText('Reason is required', HIDE_REASON_MAX, 'Reason too long');
const ofUser = { access: 'admin', ids: { id: 'User' } } as const;
const CONTRADICTS = 'The account is your own, a main admin’s or deleted, or it is in that state already';

adminUserActionRoutes.operation(
  {
    ...ofUser,
    method: 'put',
    path: '/admin/users/{id}/role',
    summary: 'Change the role of a user; main admins only',
    description:
      '`expected` is the role as you read it; if it has changed since, the answer is 409. The role of another main admin changes with a `reason`, which stays in the audit log.',
    body: z.object({ role: roleSchema, expected: roleSchema, reason: reason.optional() }),
    answer: doneSchema,
    refusals: { 409: CONTRADICTS },
  },
  async ({ client, ids, body: { role, expected, reason: why } }) => {
    dataOf(await client.rpc('change_user_role', { user_id: ids.id, role, expected, reason: why }));
    return { message: 'Role changed' };
  },
);

adminUserActionRoutes.operation(
  {
    ...ofUser,
    method: 'put',
    path: '/admin/users/{id}/suspension',
    summary: 'Suspend an account, permanently unless `days` is given',
    body: z.object({ reason, days: z.literal(SUSPENSION_DAYS).optional() }),
    answer: doneSchema,
    refusals: { 409: CONTRADICTS },
  },
  async ({ client, ids, body }) => {
    dataOf(await client.rpc('suspend_user', { user_id: ids.id, reason: body.reason, days: body.days ?? undefined }));
    return { message: 'Account suspended' };
  },
);

adminUserActionRoutes.operation(
  {
    ...ofUser,
    method: 'delete',
    path: '/admin/users/{id}/suspension',
    summary: 'Lift a suspension early and mail the user',
    description:
      'With `bringBack`, posts, questions and reviews that bulk actions of the last 30 days have hidden are visible again, 200 a call: repeat it until `left` is 0, when the suspension ends. Send `suspendedAt` as you read it, so that no newer suspension ends.',
    query: z.object({ bringBack: z.stringbool().optional(), suspendedAt: timeSchema.optional() }),
    answer: doneSchema.extend({ left: z.number().int() }),
    refusals: { 409: CONTRADICTS },
  },
  async ({ client, ids, query }) => {
    const left = dataOf(
      await client.rpc('lift_suspension', {
        user_id: ids.id,
        brings_back: query.bringBack ?? false,
        suspended_at: query.suspendedAt,
      }),
    );
    return { message: left > 0 ? 'Not everything is visible again yet' : 'Suspension lifted', left };
  },
);

adminUserActionRoutes.operation(
  {
    ...ofUser,
    method: 'post',
    path: '/admin/users/{id}/reset-second-factor',
    summary: 'Turn two-step sign-in off for a user who has lost their device; main admins only',
    description: 'Ends their sessions. The user is told the reason, which stays in the audit log.',
    body: z.object({ reason }),
    answer: doneSchema,
    refusals: { 409: 'The account is your own or deleted, or has no two-step sign-in' },
  },
  async ({ client, ids, body }) => {
    dataOf(await client.rpc('reset_second_factor', { user_id: ids.id, reason: body.reason }));
    return { message: 'Two-step sign-in is off' };
  },
);

adminUserActionRoutes.operation(
  {
    ...ofUser,
    method: 'delete',
    path: '/admin/users/{id}',
    summary: 'Delete an account; main admins only',
    description:
      'Repeat the username in the query as a confirmation. The other parties keep their quotes and conversations. An account with thousands of posts or quotes is deleted in parts: repeat the call until `isDeleted` is true. It is suspended meanwhile.',
    query: z.object({ username: z.string().min(1).max(60) }),
    answer: doneSchema.extend({ isDeleted: z.boolean() }),
    refusals: { 409: CONTRADICTS },
  },
  async ({ client, ids, query }) => {
    const isDeleted = dataOf(await client.rpc('delete_user', { user_id: ids.id, username: query.username }));
    return { message: isDeleted ? 'Account deleted' : 'Not everything is deleted yet', isDeleted };
  },
);

adminUserActionRoutes.operation(
  {
    ...ofUser,
    method: 'post',
    path: '/admin/users/{id}/verify-email',
    summary: 'Mark the email address of an account as verified',
    answer: doneSchema,
    refusals: { 409: CONTRADICTS },
  },
  async ({ client, ids }) => {
    dataOf(await client.rpc('verify_user_email', { user_id: ids.id }));
    return { message: 'Email verified' };
  },
);

adminUserActionRoutes.operation(
  {
    ...ofUser,
    method: 'post',
    path: '/admin/users/{id}/hide-posts',
    summary: 'Hide all visible posts of a user',
    description: IN_CALLS,
    body: z.object({ reason, clientId: z.uuid().optional() }),
    answer: z.object({ hidden: z.number().int() }),
    refusals: { 409: `${CONTRADICTS}, or the bulk action has been undone` },
  },
  async ({ client, ids, body }) => {
    const batch = dataOf(
      await client
        .rpc('hide_posts_of_user', { user_id: ids.id, reason: body.reason, client_id: body.clientId })
        .select('post_count')
        .maybeSingle(),
    );
    return { hidden: batch?.post_count ?? 0 };
  },
);

const linkedAccountSchema = z.object({
  id: idSchema,
  username: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  sameBrowser: z.boolean(),
  accounts: z.number().int(),
  lastAt: z.string(),
});

adminUserActionRoutes.operation(
  {
    ...ofUser,
    method: 'get',
    path: '/admin/users/{id}/linked-accounts',
    summary: 'List accounts that signed in from the same network within 90 days, the closest first',
    description: 'At most 50. Networks of more than 100 accounts do not count.',
    answer: z.array(linkedAccountSchema),
  },
  async ({ client, ids }) => dataOf(await client.rpc('linked_accounts', { user_id: ids.id })).map(toLinkedAccount),
);

const noteSchema = z.object({ id: idSchema, note: z.string(), author: z.string().nullable(), createdAt: z.string() });

adminUserActionRoutes.operation(
  {
    ...ofUser,
    method: 'get',
    path: '/admin/users/{id}/notes',
    summary: 'List the notes of admins on an account, newest first',
    answer: z.array(noteSchema),
  },
  async ({ client, ids }) => {
    const rows = dataOf(
      await client
        .from('account_notes')
        .select('id, note, created_at, author:profiles!account_notes_author_id_fkey(username)')
        .eq('profile_id', ids.id)
        .order('id', { ascending: false }),
    );
    return rows.map(({ id, note, created_at, author }) => ({
      id,
      note,
      author: author?.username ?? null,
      createdAt: created_at,
    }));
  },
);

adminUserActionRoutes.operation(
  {
    ...ofUser,
    method: 'post',
    path: '/admin/users/{id}/notes',
    summary: 'Add a note on an account, which its user never sees',
    body: z.object({ note: requiredText('Note is required', NOTE_MAX, 'Note too long') }),
    answer: doneSchema,
    status: 201,
  },
  async ({ c, client, ids, body }) => {
    if (!dataOf(await client.from('profiles').select('id').eq('id', ids.id).maybeSingle())) throw notFound('User');
    const key = await idempotencyKey(c);
    const added = await client
      .from('account_notes')
      .insert({ profile_id: ids.id, note: body.note, client_id: key ?? undefined });
    // A repeat with the same key finds the note of the first one.
    if (added.error?.code !== '23505' || !key) dataOf(added);
    return { message: 'Note added' };
  },
);
