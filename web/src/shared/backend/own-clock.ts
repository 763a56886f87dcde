import { textAt, valueAt } from '@/shared/text/text-at.ts';

function claimsOf(token: string): unknown {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
}

/**
 * A session with its end by the clock of this device, which can be hours away from that of the server. All code compares the end with
 * the device's clock: with the server's end, a fast clock would renew the session again and again, and a slow one never.
 * @param received the session as Auth gave it
 * @param kept the session that is kept so far; the same token keeps its end
 */
export function endByOwnClock(received: string, kept: string | null): string {
  try {
    const session: unknown = JSON.parse(received);
    const before: unknown = JSON.parse(kept ?? 'null');
    const token = textAt(session, 'access_token') ?? '';
    const claims = claimsOf(token);
    const life = Number(valueAt(claims, 'exp')) - Number(valueAt(claims, 'iat'));
    const isKnown = textAt(before, 'access_token') === token;
    const end = isKnown ? valueAt(before, 'expires_at') : Math.round(Date.now() / 1000) + life;
    return Number.isFinite(end) ? JSON.stringify(Object.assign({}, session, { expires_at: end })) : received;
  } catch {
    return received;
  }
}
