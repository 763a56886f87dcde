import { describe, expect, test } from 'vitest';
import { parseInput } from './input.ts';
import { forgotPasswordSchema } from './forgot-password.ts';
import { loginSchema } from './login.ts';

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
