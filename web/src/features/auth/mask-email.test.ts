import { expect, it } from 'vitest';
import { maskEmail } from './mask-email.ts';

it.each([
  ['anna@example.com', 'a•••@example.com'],
  ['a@b.c', 'a•••@b.c'],
  ['no address', '•••'],
  ['@example.com', '•••'],
])('masks %s as %s', (email, masked) => expect(maskEmail(email)).toBe(masked));
