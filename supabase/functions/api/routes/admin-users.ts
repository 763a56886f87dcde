import { z } from 'zod';
import { dataOf } from '../../_shared/clients.ts';
import { ACCOUNT_STATUSES } from '../../_shared/domain/account-status.ts';
import { idSchema } from '../../_shared/domain/input.ts';
import { roleSchema } from '../../_shared/domain/user.ts';
import { LISTED_ACCOUNT_COLUMNS, LISTED_PROFILE_COLUMNS, toListedUser } from '../../_shared/rows/listed-user-row.ts';
import { listAnswer, listQuery } from '../admin-list.ts';
import { ApiRoutes } from '../router.ts';

/** Users for admins. */
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
  suspendedAt: z.string().nullable(),
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
    summary: 'List users, page by page',
    description: 'With a filter or a search, a total of 10001 means "more than 10,000".',
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
  async ({ client, query }) => {
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
        .select(`${LISTED_ACCOUNT_COLUMNS}, profile:profiles(${LISTED_PROFILE_COLUMNS})`),
      client.rpc('count_users', narrowed),
    ]);
    return {
      items: dataOf(rows).map((row) => ({ ...toListedUser(row), role: roleSchema.parse(row.role) })),
      total: dataOf(total),
    };
  },
);
