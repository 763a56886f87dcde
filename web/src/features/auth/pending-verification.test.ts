// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { clearPendingVerification, storePendingVerification } from './pending-verification.ts';
import { readPendingVerification } from './read-pending-verification.ts';

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
