import { expect, test } from 'vitest';
import { fromStorage } from './storage-error.ts';

const refusal = (statusCode: string, message: string) =>
  fromStorage(Object.assign(new Error(message), { status: 400, statusCode }));

test('a token that Storage cannot trust is a missing session, a rule that refuses is a refusal', () => {
  for (const message of [
    'jwt expired',
    'Invalid Compact JWS',
    'signature verification failed',
    'invalid JWT: unable to parse',
  ]) {
    const { status, message: said } = refusal('403', message);
    expect([status, said], message).toEqual([401, 'Authentication required']);
  }
  const { status, message } = refusal('403', 'new row violates row-level security policy');
  expect([status, message]).toEqual([403, 'You cannot upload files now']);
});
