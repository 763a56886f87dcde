import { dataOf, secretClient } from '../../_shared/clients.ts';
import { guestVisitSchema } from '../../_shared/domain/guest-visit.ts';
import { clientAddress } from '../../_shared/http/client-address.ts';
import { consumeRateLimit } from '../../_shared/http/rate-limit.ts';
import { ApiRoutes, doneSchema } from '../router.ts';

/** Visits of guests. */
export const guestRoutes = new ApiRoutes('Guests');

guestRoutes.operation(
  {
    method: 'post',
    path: '/guest-access',
    summary: 'Report the visit of a guest; once per browser session',
    access: 'anyone',
    body: guestVisitSchema,
    answer: doneSchema,
  },
  async ({ c, body: visit }) => {
    await consumeRateLimit('guest_access', clientAddress(c));
    dataOf(
      await secretClient('guestVisit').rpc('record_guest_visit', {
        session_id: visit.sessionId,
        page_path: visit.pagePath,
        referrer: visit.referrer,
      }),
    );
    return { message: 'Visit recorded' };
  },
);
