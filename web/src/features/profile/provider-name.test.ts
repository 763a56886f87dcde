import { expect, test } from 'vitest';
import { providerName } from './provider-name.ts';

test('an external provider has a name for people, an e-mail address is none', () => {
  expect(providerName(['email', 'google'])).toBe('Google');
  expect(providerName(['github'])).toBe('GitHub');
  expect(providerName(['azure'])).toBe('Azure');
  expect(providerName(['email'])).toBeNull();
  expect(providerName([])).toBeNull();
});
