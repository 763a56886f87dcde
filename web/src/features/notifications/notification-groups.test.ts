import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { byAge, shortAge } from './notification-groups.ts';

const NOW = new Date(2026, 10, 26, 9, 30);
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

test('notifications since midnight are of today, all others are earlier', () => {
  const items = [0, 9 * 60 + 30, 9 * 60 + 31, 60 * 24 * 40].map((minutes) => ({ createdAt: ago(minutes) }));
  const { today, earlier } = byAge(items, NOW);
  expect([today, earlier]).toEqual([items.slice(0, 2), items.slice(2)]);
});

test('the age of a notification is one number and a unit, and a day after a week', () => {
  const ages = [0, 1, 59, 60, 23 * 60, 24 * 60, 6 * 24 * 60, 7 * 24 * 60].map((minutes) =>
    shortAge(ago(minutes), NOW.getTime(), ENGLISH).replace('\u00a0', ' '),
  );
  expect(ages).toEqual(['just now', '1 min', '59 min', '1 h', '23 h', '1 d', '6 d', 'Nov 19']);
});
