import { expect, test } from 'vitest';
import { oneLine } from './one-line.ts';

test('one line has no breaks, nothing that turns the writing round, and an end', () => {
  expect(oneLine('a\r\nb\u2028c\u0000d\u202ee', 100)).toBe('a b c d e');
  expect(oneLine('🙂'.repeat(10), 5)).toBe('🙂🙂🙂🙂…');
});
