import { z } from 'zod';
import { VERSION } from '../../_shared/version.ts';
import { ApiRoutes } from '../router.ts';

/** The release that answers. */
export const versionRoutes = new ApiRoutes('Version');

versionRoutes.operation(
  {
    method: 'get',
    path: '/version',
    summary: 'Get the release of the marketplace',
    access: 'anyone',
    answer: z.object({ version: z.string() }),
  },
  () => ({ version: VERSION }),
);
