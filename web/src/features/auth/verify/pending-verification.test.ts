// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { clearPendingVerification, proofOfCode, storePendingVerification } from './pending-verification.ts';
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

test('a typed code names the registration of this browser, and none after a login', () => {
  const [email, code] = ['anna@example.com', '482913'];
  const registration = '0f2c6f5a-2a3e-4a52-9a4c-0a1b2c3d4e5f';
  expect(proofOfCode({ userId: registration, email }, code)).toEqual({ email, code, registration });
  expect(proofOfCode({ userId: 7, email }, code)).toEqual({ email, code });
});
