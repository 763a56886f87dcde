import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { translated } from '@/shared/i18n/translated.ts';
import ofAdmins from '@/shared/i18n/admin/vi.json';
import { joined } from '@/shared/i18n/catalogue.ts';
import vi from '@/shared/i18n/vi.json';
import type { StatsTotals } from '@domain/stats.ts';
import { statTiles } from './stat-figures.ts';

const NOTHING: StatsTotals = {
  visitors: 0,
  registrations: 0,
  verified: 0,
  posts: 0,
  quotes: 0,
  quotedWithin48h: 0,
  messages: 0,
  reviews: 0,
  hiddenPosts: 0,
  openFeedback: 0,
};
const tile = (label: string, now: Partial<StatsTotals>, before: Partial<StatsTotals> = {}) => {
  const found = statTiles({ ...NOTHING, ...now }, { ...NOTHING, ...before }, { visiblePosts: 1204 }, ENGLISH).find(
    (each) => each.label === label,
  );
  return found && [found.value, found.delta, found.direction];
};

test.each([
  [{ posts: 1234 }, { posts: 1000 }, ['1,234', '+23.4%', 'up']],
  [{ posts: 1 }, { posts: 2 }, ['1', '−50%', 'down']],
  [{ posts: 3 }, {}, ['3', '+3', 'up']],
  [{}, { posts: 3 }, ['0', '−100%', 'down']],
  [{}, {}, ['0', 'No change', 'none']],
])('the posts tile counts %o after %o', (now, before, expected) => {
  expect(tile('Posts', now, before)).toEqual(expected);
});

test.each([
  [{ registrations: 3, verified: 2 }, { registrations: 2, verified: 1 }, ['66.7%', '+16.7 points', 'up']],
  [{ registrations: 2, verified: 1 }, { registrations: 4, verified: 2 }, ['50%', 'No change', 'none']],
  [{ registrations: 2, verified: 1 }, {}, ['50%', 'None before', 'none']],
  [{}, { registrations: 2, verified: 1 }, ['–', 'No data', 'none']],
])('the verified tile shows the share of %o after %o', (now, before, expected) => {
  expect(tile('Verified', now, before)).toEqual(expected);
});

test('the posts tile says how many posts are visible now', () => {
  const stocks = statTiles(NOTHING, NOTHING, { visiblePosts: 1204 }, ENGLISH).flatMap(({ label, stock }) =>
    stock === undefined ? [] : [[label, stock]],
  );
  expect(stocks).toEqual([['Posts', '1,204 visible now']]);
});

test('the quotes-per-post tile has two digits', () => {
  expect(tile('Quotes per post', { quotes: 10, posts: 3 }, { quotes: 5, posts: 1 })).toEqual(['3.33', '−1.67', 'down']);
});

test('the tiles show numbers and changes in the notation of the reader [A637, A645]', () => {
  const [visitors, , verified, posts] = statTiles(
    { ...NOTHING, visitors: 1234, registrations: 8, verified: 3, posts: 2 },
    { ...NOTHING, visitors: 1000, registrations: 4, verified: 2 },
    { visiblePosts: 1204 },
    translated('vi', joined(vi, ofAdmins)),
  );
  expect(visitors).toMatchObject({ value: '1.234', delta: '+23,4%', hint: 'Phiên truy cập của khách' });
  expect(verified).toMatchObject({ value: '37,5%', delta: '−12,5 điểm' });
  expect(posts).toMatchObject({ value: '2', delta: '+2', stock: '1.204 đang hiển thị' });
});
