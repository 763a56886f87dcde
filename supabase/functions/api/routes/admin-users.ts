import { z } from 'zod';
import { callerClient, dataOf } from '../../_shared/clients.ts';
import { accountStatus, ACCOUNT_STATUSES, suspensionEnd } from '../../_shared/domain/account-status.ts';
import { idSchema } from '../../_shared/domain/input.ts';
import { roleSchema } from '../../_shared/domain/user.ts';
import { listAnswer, listQuery } from '../admin-list.ts';
import { ApiRoutes } from '../router.ts';

/** Users for admins (B16, B23). */
export const adminUserRoutes = new ApiRoutes('Admin');

const adminUserSchema = z.object({
  id: idSchema,
  username: z.string(),
  avatar: z.string().nullable(),
  email: z.string(),
  isVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  companyName: z.string().nullable(),
  organization: z.string().nullable(),
  taxCode: z.string().nullable(),
  country: z.string().nullable(),
  role: roleSchema,
  status: z.enum(ACCOUNT_STATUSES),
  suspendedUntil: z.string().nullable().describe('A time, "permanent", or null'),
  suspensionReason: z.string().nullable(),
  posts: z.number().int(),
  quotes: z.number().int(),
  rating: z.number().nullable(),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
});

adminUserRoutes.operation(
  {
    method: 'get',
    path: '/admin/users',
    summary: 'One page of the users',
    description: 'With a filter or search, a total of 10001 stands for "more than 10,000".',
    access: 'admin',
    query: z.object({
      ...listQuery(['registered', 'username', 'posts', 'quotes', 'rating', 'lastSeen']),
      role: roleSchema.optional(),
      status: z.enum(ACCOUNT_STATUSES).optional(),
      verified: z.stringbool().optional(),
      accountType: z.enum(['individual', 'organization']).optional(),
      country: z.string().trim().max(60).optional(),
    }),
    answer: listAnswer(adminUserSchema),
  },
  async ({ c, query }) => {
    const client = await callerClient(c);
    const narrowed = {
      search: query.q,
      role: query.role,
      status: query.status,
      verified: query.verified,
      account_type: query.accountType,
      country: query.country,
      since: query.from,
      before: query.to,
    };
    const [rows, total] = await Promise.all([
      client
        .rpc('list_users', {
          ...narrowed,
          sort: query.sort,
          direction: query.order,
          page: query.page,
          page_size: query.pageSize,
        })
        .select(
          'profile_id, email, first_name, last_name, organization, tax_code, role, email_confirmed_at, last_seen_at, suspended_until, suspension_reason, deleted_at, post_count, quote_count, created_at, profile:profiles(username, avatar_path, country, company_name, rating_average)',
        ),
      client.rpc('count_users', narrowed),
    ]);
    return {
      items: dataOf(rows).map(({ profile, ...row }) => ({
        id: row.profile_id,
        username: profile.username,
        avatar: profile.avatar_path,
        email: row.email,
        isVerified: row.email_confirmed_at !== null,
        firstName: row.first_name,
        lastName: row.last_name,
        companyName: profile.company_name,
        organization: row.organization,
        taxCode: row.tax_code,
        country: profile.country,
        role: roleSchema.parse(row.role),
        status: accountStatus(row),
        suspendedUntil: suspensionEnd(row.suspended_until),
        suspensionReason: row.suspension_reason,
        posts: row.post_count,
        quotes: row.quote_count,
        rating: profile.rating_average,
        createdAt: row.created_at,
        lastSeenAt: row.last_seen_at,
      })),
      total: dataOf(total),
    };
  },
);
