import { expect, test } from 'vitest';
import { doneText } from './posts-text.ts';

test('says how many posts were changed, and when not all of them were', () => {
  expect(doneText(1, 1, 'deleted')).toBe('1 post deleted');
  expect(doneText(12, 12, 'visible again')).toBe('12 posts visible again');
  expect(doneText(2, 3, 'deleted')).toBe('2 of 3 posts deleted; others had changed');
});
