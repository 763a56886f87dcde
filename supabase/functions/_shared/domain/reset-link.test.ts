import { expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { resetPasswordSchema } from './reset-link.ts';

const body = { token: 'x', password: 'Abcdef1!' };

test('the repetition of a new password is compared only if it is sent', () => {
  expect(refusals(resetPasswordSchema, body)).toEqual([]);
  expect(refusals(resetPasswordSchema, { ...body, confirmPassword: body.password })).toEqual([]);
  expect(refusals(resetPasswordSchema, { ...body, confirmPassword: '' })).toEqual([
    "confirmPassword: Passwords don't match",
  ]);
});
