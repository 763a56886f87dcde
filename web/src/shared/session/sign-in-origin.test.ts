import { describe, expect, test } from 'vitest';
import { destinationAfterSignIn, originOf } from './sign-in-origin.ts';

describe('where a person goes after signing in', () => {
  test('signing in leads to the home page by default', () => {
    for (const state of [null, undefined, 'x', {}, { from: 7 }]) expect(destinationAfterSignIn(state)).toBe('/');
  });

  test('signing in leads back to where the guest came from', () => {
    const state = originOf({ pathname: '/post/steel-7', search: '?a=1', hash: '#b' });
    expect(destinationAfterSignIn(state)).toBe('/post/steel-7?a=1#b');
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil',
    '/auth?tab=register',
  ])('signing in never leads to %s', (from) => expect(destinationAfterSignIn({ from })).toBe('/'));
});
