import { describe, expect, test } from 'vitest';
import { refusals } from '../../../tests/support/refusals.ts';
import { parseInput } from './input.ts';
import { forgotPasswordSchema } from './forgot-password.ts';
import { loginSchema, requiresVerificationSchema } from './login.ts';

describe('login', () => {
  test('username and password are required', () => {
    for (const empty of ['', '   ', undefined, null, 5]) {
      expect(parseInput(loginSchema, { username: empty, password: 'x' })).toMatchObject({
        errors: [{ path: 'username', message: 'Username is required' }],
      });
    }
    expect(parseInput(loginSchema, { username: 'anna' })).toMatchObject({
      errors: [{ path: 'password', message: 'Password is required' }],
    });
  });
  test('rememberMe may be omitted, and a password keeps its spaces', () => {
    expect(parseInput(loginSchema, { username: ' anna ', password: ' x ' })).toEqual({
      ok: true,
      data: { username: 'anna', password: ' x ' },
    });
    expect(parseInput(loginSchema, { username: 'anna', password: 'x', rememberMe: 'yes' }).ok).toBe(false);
  });
});

test('the code of the second step is trimmed, and has 1 to 20 characters', () => {
  const login = { username: 'anna', password: 'x' };
  for (const code of ['1', 'x'.repeat(20)])
    expect(loginSchema.parse({ ...login, code: ` ${code} ` })).toEqual({ ...login, code });
  for (const code of [' ', 'x'.repeat(21)])
    expect(refusals(loginSchema, { ...login, code })).toEqual(['code: Invalid input']);
});

test('a login name has at most 320 characters, a password 1000', () => {
  const longest = { username: 'x'.repeat(320), password: 'x'.repeat(1_000) };
  expect(loginSchema.parse(longest)).toEqual(longest);
  expect(refusals(loginSchema, { username: `x${longest.username}`, password: `x${longest.password}` })).toEqual([
    'username: Invalid input',
    'password: Invalid input',
  ]);
});

test('only the answer for an unverified account requires verification', () => {
  const user = { id: 1, email: 'anna@example.com' };
  expect(refusals(requiresVerificationSchema, { requiresVerification: true, user })).toEqual([]);
  expect(refusals(requiresVerificationSchema, { requiresVerification: false, user })).toHaveLength(1);
});

describe('forgot password', () => {
  test('the e-mail must not be empty', () => {
    for (const email of ['', ' ', undefined]) {
      expect(parseInput(forgotPasswordSchema, { email })).toMatchObject({
        errors: [{ message: 'Please enter your email address' }],
      });
    }
    expect(parseInput(forgotPasswordSchema, { email: ' a@b.c ' })).toEqual({ ok: true, data: { email: 'a@b.c' } });
  });
});
