import { expect, test } from 'vitest';
import { pageTotal } from './page-total.ts';

test('the total of a page is that of its rows', () => {
  expect(pageTotal([{ total: 41 }, { total: 41 }], { page: 2, pageSize: 20 })).toBe(41);
  expect(pageTotal([], { page: 1, pageSize: 20 })).toBe(0);
});

test('a page behind the end has the total of the pages before it, not 0', () => {
  expect(pageTotal([], { page: 3, pageSize: 20 })).toBe(40);
});
