import { describe, expect, test, vi } from 'vitest';
import { endByOwnClock } from './own-clock.ts';

const NOW = 1_800_000_000;
const token = (iat: number) => `e30.${btoa(JSON.stringify({ iat, exp: iat + 3600 }))}.x`;
const session = (iat: number) =>
  JSON.stringify({ access_token: token(iat), expires_at: iat + 3600, user: { id: 'a' } });

describe('the end of a session by the clock of the device', () => {
  test.each([
    ['right', 0],
    ['an hour fast', 3600],
    ['a day fast', 86_400],
    ['an hour slow', -3600],
    ['years slow', -100_000_000],
  ])('a session ends one lifetime of its token from now where the clock is %s', (_what, shift) => {
    vi.spyOn(Date, 'now').mockReturnValue((NOW + shift) * 1000);
    const kept = endByOwnClock(session(NOW), null);
    expect(JSON.parse(kept)).toEqual({ ...JSON.parse(session(NOW)), expires_at: NOW + shift + 3600 });
    // Kept again a minute later with the same token, as when the user changes, it ends when it did.
    vi.spyOn(Date, 'now').mockReturnValue((NOW + shift + 60) * 1000);
    expect(JSON.parse(endByOwnClock(session(NOW), kept))).toMatchObject({ expires_at: NOW + shift + 3600 });
    vi.restoreAllMocks();
  });

  test.each([['no session'], ['{"access_token":"a.b.c"}'], ['{"access_token":"e30.e30.x"}'], ['null']])(
    'the session end of %s is left alone',
    (received) => expect(endByOwnClock(received, null)).toBe(received),
  );
});
