import { describe, expect, test } from 'vitest';
import { registrationFailure } from './registration-failure.ts';

describe('registrationFailure', () => {
  test('a failed registration names a taken username and marks the field', () => {
    expect(registrationFailure('Error: Username already exists')).toEqual({
      message: 'This username is already taken. Please choose another one.',
      field: { name: 'username', message: 'This username is already taken' },
    });
  });

  test('a failed registration names a known e-mail and marks the field', () => {
    expect(registrationFailure('Email already exists')).toEqual({
      message: 'This email is already registered. Try logging in instead.',
      field: { name: 'email', message: 'This email is already registered' },
    });
  });

  test('a failed registration has one sentence for all other causes', () => {
    for (const text of ['', 'Registration failed', 'Database error saving new user']) {
      expect(registrationFailure(text)).toEqual({ message: 'Registration failed. Please try again.' });
    }
  });
});
