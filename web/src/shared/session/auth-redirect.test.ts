import { describe, expect, test } from 'vitest';
import { readAuthRedirect } from './auth-redirect.ts';

describe('readAuthRedirect', () => {
  test('sees nothing in an ordinary address', () => {
    expect(readAuthRedirect('http://x/post/a-1?page=2#top')).toEqual({ type: '', hasSession: false, error: '' });
  });

  test('sees the session of a good link', () => {
    expect(readAuthRedirect('http://x/reset-password#access_token=a&refresh_token=b&type=recovery')).toEqual({
      type: 'recovery',
      hasSession: true,
      error: '',
    });
  });

  test('sees why a link was refused, in the fragment or in the query string', () => {
    const error = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid';
    expect(readAuthRedirect(`http://x/verify-email#${error}`).error).toBe('Email link is invalid');
    expect(readAuthRedirect(`http://x/verify-email?${error}`).error).toBe('Email link is invalid');
    expect(readAuthRedirect('http://x/verify-email#error=access_denied').error).toBe('access_denied');
  });
});
