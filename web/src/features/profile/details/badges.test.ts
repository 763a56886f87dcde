import { expect, test } from 'vitest';
import { badgesOf } from './badges.ts';

const now = Date.parse('2026-11-20T00:00:00Z');
const badges = (change: Partial<Parameters<typeof badgesOf>[0]>) =>
  badgesOf({ createdAt: '2026-06-01T00:00:00Z', postCount: 0, ...change }, now);

test('a member of half a year without posts has none', () => expect(badges({})).toEqual([]));

test('time makes a new and an established member', () => {
  expect(badges({ createdAt: '2026-10-22T00:00:00Z' })).toEqual(['New member']);
  expect(badges({ createdAt: '2026-10-21T00:00:00Z' })).toEqual([]);
  expect(badges({ createdAt: '2025-11-20T00:00:00Z' })).toEqual(['Established member']);
});

test('ten posts make an active buyer', () => {
  expect(badges({ postCount: 9 })).toEqual([]);
  expect(badges({ postCount: 10 })).toEqual(['Active buyer']);
});

test('three reviews of 4.5 make the top rated', () => {
  expect(badges({ rating: { averageRating: 4.5, totalReviews: 3 } })).toEqual(['Top rated']);
  expect(badges({ rating: { averageRating: 4.4, totalReviews: 3 } })).toEqual([]);
  expect(badges({ rating: { averageRating: 5, totalReviews: 2 } })).toEqual([]);
});
