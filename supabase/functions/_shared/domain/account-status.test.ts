import { describe, expect, test } from 'vitest';
import { accountStatus, suspensionEnd } from './account-status.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const confirmed = { deleted_at: null, suspended_until: null, email_confirmed_at: '2026-01-01T00:00:00Z' };

describe('the state of an account', () => {
  test('an account is active, or unverified until its address is confirmed', () => {
    expect(accountStatus(confirmed, now)).toBe('active');
    expect(accountStatus({ ...confirmed, email_confirmed_at: null }, now)).toBe('unverified');
  });

  test('an account is suspended until the given moment, or for good', () => {
    expect(accountStatus({ ...confirmed, suspended_until: '2026-11-21T12:00:01Z' }, now)).toBe('suspended');
    expect(accountStatus({ ...confirmed, suspended_until: '2026-11-21T12:00:00Z' }, now)).toBe('active');
    expect(accountStatus({ ...confirmed, suspended_until: 'infinity' }, now)).toBe('suspended');
    expect(suspensionEnd('infinity', now)).toBe('permanent');
    expect(suspensionEnd('2026-11-20T00:00:00Z', now)).toBeNull();
  });

  test('a deleted account is deleted, even if suspended or unverified', () => {
    expect(
      accountStatus({ deleted_at: '2026-11-01T00:00:00Z', suspended_until: 'infinity', email_confirmed_at: null }, now),
    ).toBe('deleted');
  });
});
