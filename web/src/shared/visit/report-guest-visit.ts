import { REFERRER_NONE } from '@domain/limits.ts';
import type { GuestVisit } from '@domain/guest-visit.ts';
import { requestApi } from '@/shared/backend/api.ts';
import { newUuid } from '@/shared/text/new-uuid.ts';

const SESSION_ID_KEY = 'guestSessionId';
const REPORTED_KEY = 'guestVisitReported';

function guestSessionId(): string {
  const known = sessionStorage.getItem(SESSION_ID_KEY);
  if (known) return known;
  const id = newUuid();
  sessionStorage.setItem(SESSION_ID_KEY, id);
  return id;
}

/**
 * Reports a guest's visit once per browser session: session id, page path and referrer ("direct" if none).
 * Fire-and-forget; failures are ignored.
 */
export async function reportGuestVisit(): Promise<void> {
  try {
    if (sessionStorage.getItem(REPORTED_KEY)) return;
    sessionStorage.setItem(REPORTED_KEY, '1');
    const visit: GuestVisit = {
      sessionId: guestSessionId(),
      pagePath: window.location.pathname,
      referrer: document.referrer || REFERRER_NONE,
    };
    await requestApi('/api/guest-access', { method: 'POST', body: visit });
  } catch {
    // Statistics must never disturb the guest.
  }
}
