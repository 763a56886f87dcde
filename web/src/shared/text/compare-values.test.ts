import { expect, test } from 'vitest';
import { compareValues } from './compare-values.ts';

test('values are sorted as numbers or texts, with nothing first', () => {
  expect([10, null, 9, 9, 0].sort(compareValues)).toEqual([null, 0, 9, 9, 10]);
  expect(['b', null, 'a', 'c'].sort(compareValues)).toEqual([null, 'a', 'b', 'c']);
});
