import { textAt, valueAt } from '@/shared/text/text-at.ts';

function claimsOf(token: string): unknown {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
}

/**
 * A session as it is kept, with its end by the clock of this device, which may be hours away from that of the server. Everything compares
 * the end with the device's clock; by the server's, a fast one would renew without end, and a slow one never.
 * @param received the session as Auth gave it
 * @param kept the session that is kept so far: with the same token it ends when it did
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
