import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { deletedText, visibleText } from './posts-text.ts';

test('the toast says how many posts were changed, and when others were left out', () => {
  expect(deletedText(1, 1, ENGLISH)).toBe('1 post deleted');
  expect(visibleText(12, 12, ENGLISH)).toBe('12 posts visible again');
  expect(deletedText(2, 3, ENGLISH)).toBe('2 of 3 posts deleted; others had changed');
  expect(visibleText(1, 2, ENGLISH)).toBe('1 of 2 posts visible again; others had changed');
});
