import { z } from 'zod';
import { dataOf } from '../../_shared/clients.ts';
import { lastDays, STATS_DAYS, statsSchema } from '../../_shared/domain/stats.ts';
import { ApiRoutes } from '../router.ts';

/** Statistics for admins. */
export const adminStatsRoutes = new ApiRoutes('Admin');

adminStatsRoutes.operation(
  {
    method: 'get',
    path: '/admin/stats',
    summary: `Get totals, daily counts and rankings for a range of days; by default the last ${STATS_DAYS}`,
    access: 'admin',
    query: z.object({ from: z.iso.date().optional(), to: z.iso.date().optional() }),
    answer: statsSchema,
  },
  async ({ client, query }) => {
    const { from, to } = lastDays(STATS_DAYS);
    return statsSchema.parse(
      dataOf(await client.rpc('admin_stats', { from_day: query.from ?? from, to_day: query.to ?? to })),
    );
  },
);
