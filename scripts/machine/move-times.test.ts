import { expect, test } from 'vitest';
import { moveTimes } from './move-times.ts';

const DAY = 86_400_000;

test('the times of an answer are moved by one span, and nothing else of it', () => {
  const answer = '{"a":"2026-11-22T17:45:33.123456+00:00","b":["2026-11-22T00:00:00Z"],"c":"of 2026-11-22","d":2026}';
  expect(moveTimes(answer, -DAY)).toBe(
    '{"a":"2026-11-21T17:45:33.123Z","b":["2026-11-21T00:00:00.000Z"],"c":"of 2026-11-22","d":2026}',
  );
});

test('calendar days are moved by whole days, there and back, but not the version of the terms', () => {
  const version = '{"terms_version":"2026-11-22"}';
  expect(moveTimes(version, -DAY)).toBe(version);
  const moved = moveTimes('{"from_day":"2026-03-01"}', -300.4 * DAY);
  expect(moved).toBe('{"from_day":"2025-05-05"}');
  expect(moveTimes(moved, 300.4 * DAY)).toBe('{"from_day":"2026-03-01"}');
});
