// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { rememberAwareStorage, rememberSession } from './session-storage.ts';

describe('where the session is kept', () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  test('the session is kept in local storage when the person wants to be remembered', () => {
    rememberSession(true);
    rememberAwareStorage.setItem('token', 'x');
    expect(localStorage.getItem('token')).toBe('x');
    expect(sessionStorage.getItem('token')).toBeNull();
  });

  test('the session is kept in session storage when not, even if it is renewed later', () => {
    rememberSession(true);
    rememberAwareStorage.setItem('token', 'old');
    rememberSession(false);
    rememberAwareStorage.setItem('token', 'x');
    rememberAwareStorage.setItem('token', 'renewed');
    expect(localStorage.getItem('token')).toBeNull();
    expect(sessionStorage.getItem('token')).toBe('renewed');
    expect(rememberAwareStorage.getItem('token')).toBe('renewed');
  });

  test('the session is in neither storage after removal', () => {
    for (const isRemembered of [true, false]) {
      rememberSession(isRemembered);
      rememberAwareStorage.setItem('token', 'x');
      rememberAwareStorage.removeItem('token');
      expect(rememberAwareStorage.getItem('token')).toBeNull();
    }
  });
});
