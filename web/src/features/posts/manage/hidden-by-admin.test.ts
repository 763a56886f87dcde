import { expect, test } from 'vitest';
import { isHiddenByAdmin } from './hidden-by-admin.ts';

test('a post hidden by an admin is one hidden by somebody else than the owner', () => {
  expect(isHiddenByAdmin({ isHidden: true, hiddenBy: 2, userId: 1 })).toBe(true);
  expect(isHiddenByAdmin({ isHidden: true, hiddenBy: 1, userId: 1 })).toBe(false);
  expect(isHiddenByAdmin({ isHidden: true, hiddenBy: null, userId: 1 })).toBe(false);
  expect(isHiddenByAdmin({ isHidden: false, hiddenBy: 2, userId: 1 })).toBe(false);
});
