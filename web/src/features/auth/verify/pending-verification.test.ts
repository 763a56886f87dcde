// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { clearPendingVerification, storePendingVerification } from './pending-verification.ts';
import { readPendingVerification, readRegistrationHere } from './read-pending-verification.ts';

describe('the pending user', () => {
  beforeEach(() => sessionStorage.clear());

  test('the pending user is kept in session storage until it is cleared', () => {
    storePendingVerification({ userId: 7, email: 'anna@example.com' });
    expect(JSON.parse(sessionStorage.getItem('pendingVerification') ?? '')).toEqual({
      userId: 7,
      email: 'anna@example.com',
    });
    expect(readPendingVerification()).toEqual({ userId: 7, email: 'anna@example.com' });
    clearPendingVerification();
    expect(readPendingVerification()).toBeNull();
  });

  test.each(['{broken', '{}', '{"userId":7,"email":""}', 'null'])(
    'the pending user is null when %s is stored',
    (stored) => {
      sessionStorage.setItem('pendingVerification', stored);
      expect(readPendingVerification()).toBeNull();
    },
  );
});

test.each([7, '0f2c6f5a-2a3e-4a52-9a4c-0a1b2c3d4e5f'])(
  'the registration %j of this browser is known in its other tabs until it is cleared',
  (userId) => {
    storePendingVerification({ userId, email: 'anna@example.com' });
    sessionStorage.clear();
    expect(readRegistrationHere()).toBe(userId);
    clearPendingVerification();
    expect(readRegistrationHere()).toBeUndefined();
  },
);
