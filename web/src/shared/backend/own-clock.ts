import { textAt, valueAt } from '@/shared/text/text-at.ts';

function claimsOf(token: string): unknown {
  const payload = token.split('.')[1] ?? '';
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
}

/**
 * A session whose expiry is relative to this device's clock, which can be hours off. All code compares the expiry with
 * the device's clock: with the server's time, a fast clock would renew the session in a loop, and a slow one never.
 * @param received session from Auth
 * @param kept session stored so far; the same token keeps its expiry
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
