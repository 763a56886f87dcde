import { expect, test } from 'vitest';
import { groupsOf } from './inspection-groups.ts';

const upload = (id: number, tries = 0) => ({ id, tries });
const idsOf = (groups: ReturnType<typeof groupsOf<{ id: number; tries: number }>>) =>
  groups.map((group) => group.map(({ id }) => id));

test('new files are inspected in groups of five, in their order', () => {
  expect(idsOf(groupsOf([1, 2, 3, 4, 5, 6].map((id) => upload(id))))).toEqual([[1, 2, 3, 4, 5], [6]]);
  expect(groupsOf([])).toEqual([]);
});

test('a file that was tried is inspected alone, behind all new ones', () => {
  expect(idsOf(groupsOf([upload(1), upload(2), upload(3, 1), upload(4, 2)]))).toEqual([[1, 2], [3], [4]]);
});
